import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { pino } from 'pino'
import { setErrorExit } from '../platform/error-exit.ts'
import { watchEventLoop } from '../platform/watchdog.ts'

/** A server whose calls hold its event loop, for the watchdog's test; says its port, then what it logs. */

const [limitMs = 500, handlerTimeout = 1500] = process.argv.slice(2).map(Number)
const log = pino({ level: 'error' })
const app = fastify({ handlerTimeout })
setErrorExit(app, {})

function turnForEver() {
  for (let turns = 0; ; turns += 1) if (turns < 0) return
}
function matchForEver() {
  return /^(\w+\s?)*$/.test(`${'word '.repeat(60)}!`)
}

app.get('/loop', async () => turnForEver())
app.get('/regex', async () => matchForEver())
app.get('/well', async () => ({ well: true }))
await app.listen({ port: 0 })
watchEventLoop(limitMs, log)
// Served on an address, not on a pipe.
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
