import type { FastifyBaseLogger } from 'fastify'
import pg, { type ClientConfig } from 'pg'

/** Handlers for the payloads of each channel. */
export type ChannelHandlers = Record<string, (payload: string) => void>

const RECONNECT_MS = 1000

interface ListenOptions {
  config: ClientConfig
  handlers: ChannelHandlers
  /** Called when the connection is lost: notifications from now on are missed. */
  onLost?: () => void
  /** Called after each reconnection. */
  onBack: () => void
  log: FastifyBaseLogger
  /** How long the database may take to answer, in ms. */
  answerMs: number
}

function patientClient({ config, handlers, answerMs }: ListenOptions): pg.Client {
  const limits = { keepAlive: true, connectionTimeoutMillis: answerMs, query_timeout: answerMs }
  const client = new pg.Client({ ...config, ...limits, application_name: 'vypusk-live' })
  client.on('notification', ({ channel, payload = '' }) => handlers[channel]?.(payload))
  return client
}

async function begin(client: pg.Client, { handlers }: ListenOptions) {
  await client.connect()
  for (const channel of Object.keys(handlers)) await client.query(`listen ${channel}`)
}

/**
 * A LISTEN connection that reconnects by itself. A connection may die silently, and this side never sends anything on
 * it by itself: `look` sends a query, and drops a connection that does not answer.
 */
export function listenTo(options: ListenOptions) {
  let isStopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  const lose = (lost: pg.Client, error?: unknown) => {
    if (client !== lost) return
    client = undefined
    options.onLost?.()
    options.log.warn({ err: error }, 'live updates: the connection to the database is lost')
    lost.removeAllListeners()
    lost.on('error', () => {})
    lost.end().catch(() => {})
    if (!isStopped) timer = setTimeout(() => void start(), RECONNECT_MS)
  }
  const start = async () => {
    const fresh = patientClient(options)
    client = fresh
    fresh.once('error', (error) => lose(fresh, error))
    fresh.once('end', () => lose(fresh))
    try {
      await begin(fresh, options)
      options.onBack()
    } catch (error) {
      lose(fresh, error)
    }
  }
  return {
    start,
    look: async () => {
      const answer = client
      await answer?.query('select 1').catch((error: unknown) => lose(answer, error))
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      client?.removeAllListeners('end')
      await client?.end().catch(() => {})
    },
  }
}
