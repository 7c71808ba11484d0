import { pino } from 'pino'
import { openProduct } from '../app.ts'
import { readSettings } from '../platform/settings.ts'

/**
 * A separate process on a test's database that publishes one draft and then copies its files, to be killed at any
 * moment.
 */

const { config, env, token, key, body } = JSON.parse(process.argv[2] ?? '{}')
const settings = readSettings(env)
const { app } = await openProduct({ settings, config, log: pino({ level: 'silent' }), isByTheClock: false })
process.stdout.write('open\n')
const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
await app.inject({ method: 'POST', url: '/api/publish/add', headers, payload: body })
