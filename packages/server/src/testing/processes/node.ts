import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { openProduct } from '../../app.ts'
import { readSettings } from '../../platform/settings.ts'

/** A process of the product on a test's database. Prints the port it listens on and ends on SIGTERM. */

const { config, env } = JSON.parse(process.argv[2] ?? '{}')
const settings = readSettings(env)
const { app, close } = await openProduct({ settings, config, log: pino({ level: 'error' }), isByTheClock: false })
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('SIGTERM', () => void close())
const { port } = app.server.address() as AddressInfo
process.stdout.write(`${port}\n`)
