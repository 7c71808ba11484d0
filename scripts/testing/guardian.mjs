/**
 * Outlives whoever started it: when the line to that process breaks, be it by its end, Ctrl+C or `kill -9`, whatever
 * was started with the folder is ended and the folder removed. The folder's name comes first through the line: in
 * its own arguments or environment it would make this process one of those to be ended.
 */
import { clear } from './processes.mjs'

// Ctrl+C in a terminal is meant for the one that is guarded.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

let folder = ''
process.stdin.setEncoding('utf8')
for await (const text of process.stdin) folder += text
await clear(folder)
