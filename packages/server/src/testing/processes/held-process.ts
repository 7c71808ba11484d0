import { openSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { pino } from 'pino'
import { setErrorExit } from '../../platform/http/error-exit.ts'
import { answerWithin } from '../../platform/http/time-limit.ts'
import { watchEventLoop } from '../../platform/runtime/watchdog.ts'

/** A server whose calls block its event loop, for the test of the watchdog; prints its port, then its log. */

const [limitMs = 500, answerMs = 1500, isReplaced = 0] = process.argv.slice(2).map(Number)
const log = pino({ level: 'error' })
const app = fastify()
setErrorExit(app, {})

function turnForEver() {
  for (let turns = 0; ; turns += 1) if (turns < 0) return
}
function matchForEver() {
  return /^(\w+\s?)*$/.test(`${'word '.repeat(60)}!`)
}

/** Opening a pipe that nobody writes to blocks in native code, which cannot be paused. */
const waitForEver = (pipe: string) => openSync(pipe, 'r')

const answered = (work: () => unknown) =>
  answerWithin(
    answerMs,
    async () => work(),
    () => undefined,
  )

app.get<{ Querystring: { pipe: string } }>('/pipe', ({ query }) => answered(() => waitForEver(query.pipe)))
app.get('/loop', () => answered(turnForEver))
app.get('/regex', () => answered(matchForEver))
app.get('/well', async () => ({ well: true }))
await app.listen({ port: 0 })
watchEventLoop(limitMs, log, isReplaced === 1)
// The port of an address, since it does not listen on a pipe.
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
