import pg from 'pg'

/** One connection of the product's own, beside those that calls are answered by; made anew where it is gone. */
export interface OwnLine {
  isThere: () => boolean
  /** @throws when it cannot be made */
  ask: () => Promise<pg.Client>
  leave: () => void
}

/** What pg's client has besides what its types tell. */
interface Inside {
  connection: pg.Connection
  _activeQuery: object | null
}

/** A line that does not answer does not hear that it is left either. */
function end(client: pg.Client, isReady: boolean): void {
  const { connection, _activeQuery } = client as unknown as Inside
  if (isReady && _activeQuery === null) client.end().catch(() => {})
  else connection.stream.destroy()
}

export function createOwnLine(config: pg.ClientConfig): OwnLine {
  let [client, isReady]: [pg.Client | undefined, boolean] = [undefined, false]
  const leave = () => {
    if (client) end(client, isReady)
    ;[client, isReady] = [undefined, false]
  }
  return {
    isThere: () => isReady,
    leave,
    ask: async () => {
      if (client && isReady) return client
      leave()
      const fresh = (client = new pg.Client(config))
      const lost = () => (client === fresh ? leave() : undefined)
      fresh.on('error', lost)
      fresh.once('end', lost)
      await fresh.connect()
      isReady ||= client === fresh
      return fresh
    },
  }
}
