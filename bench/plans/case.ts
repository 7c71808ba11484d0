import type { Db, Person } from '../../packages/server/src/platform/call.ts'

/** The demo sign-in that makes the call. */
export type Who = 'manager' | 'client1'

export interface Case {
  name: string
  who: Who
  run: (db: Db, person: Person) => Promise<unknown>
}

/** Parses the input as the server does. */
export function read<Output>(schema: { parse: (sent: unknown) => Output } | undefined, sent: object): Output {
  if (!schema) throw new Error('the endpoint has no body')
  return schema.parse(sent)
}
