import { Writable } from 'node:stream'
import { pino } from 'pino'

/** Errors that tests cause on purpose are not printed: the log is kept in memory, and shown with a test that fails. */
const MOST = 200
const lines: string[] = []

const sink = new Writable({
  write: (line, _encoding, done) => {
    lines.push(String(line))
    if (lines.length > MOST) lines.shift()
    done()
  },
})

/** The log of the products opened by the tests of this worker. */
export const testLog = pino({ level: 'error' }, sink)

interface Logged {
  msg: string
  err?: { message: string }
}

/** Errors logged since the test began. */
export const logged = (): Logged[] => lines.map((line) => JSON.parse(line))

/**
 * Empties the log.
 * @returns its lines as they were logged
 */
export const takeLogged = (): string[] => lines.splice(0)
