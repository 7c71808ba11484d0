import pg from 'pg'

/** A single connection apart from those that serve calls; it is reopened if it was lost. */
export interface OwnConnection {
  isThere: () => boolean
  /** @throws when it cannot be opened */
  ask: () => Promise<pg.Client>
  leave: () => void
}

/** Members of pg's client that its types do not declare. */
interface Inside {
  connection: pg.Connection
  _activeQuery: object | null
}

/** A connection that does not answer would not answer to being closed either, so it is destroyed. */
function end(client: pg.Client, isReady: boolean): void {
  const { connection, _activeQuery } = client as unknown as Inside
  if (isReady && _activeQuery === null) client.end().catch(() => {})
  else connection.stream.destroy()
}

export function createOwnConnection(config: pg.ClientConfig): OwnConnection {
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
