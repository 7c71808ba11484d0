/**
 * Outlives the process that started it. When the pipe to that process closes, because it ended or was stopped by Ctrl+C
 * or `kill -9`, this one stops everything that was started with the folder and removes the folder. The folder's name is
 * read from the pipe: in its arguments or environment it would make this process one of those to stop.
 */
import { clear } from './processes.mjs'

// Ctrl+C in a terminal is meant for the guarded process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

let folder = ''
process.stdin.setEncoding('utf8')
for await (const text of process.stdin) folder += text
await clear(folder)
