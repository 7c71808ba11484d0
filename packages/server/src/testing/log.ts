import { Writable } from 'node:stream'
import { pino } from 'pino'

/** Faults that tests bring about on purpose are not printed: what is logged is kept, and shown with a test that fails. */
const MOST = 200
const lines: string[] = []

const sink = new Writable({
  write: (line, _encoding, done) => {
    lines.push(String(line))
    if (lines.length > MOST) lines.shift()
    done()
  },
})

/** The log of the products that the tests of this worker open. */
export const testLog = pino({ level: 'error' }, sink)

interface Logged {
  msg: string
  err?: { message: string }
}

/** What has been logged as an error since the test began. */
export const logged = (): Logged[] => lines.map((line) => JSON.parse(line))

/** Empties it. @returns the lines as they were logged */
export const takeLogged = (): string[] => lines.splice(0)
