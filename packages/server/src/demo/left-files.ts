import pg from 'pg'
import type { FileStore } from '../platform/external/file-store.ts'

/**
 * The files of a demo that is being made. The store knows no transactions, so they are noted before the first of them is
 * stored: whoever finds the note later knows that they belong to a demo that was broken off.
 */
const NOTE = 'demo_files'

const INSTALLATION = `select to_regclass('installation') is not null as found`

/**
 * Notes the files at once, over a connection of its own, and removes the note in the generator's transaction: the note
 * stays if that is undone, and is locked until then.
 */
export async function noteFiles(config: pg.ClientConfig, making: pg.ClientBase, keys: string[]): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  await client
    .query(
      `insert into installation as noted (key, value) values ($1, $2::jsonb)
       on conflict (key) do update set value = noted.value || excluded.value`,
      [NOTE, JSON.stringify(keys)],
    )
    .finally(() => client.end())
  await making.query('delete from installation where key = $1', [NOTE])
}

/**
 * Removes what a demo that was broken off has left in the store; waits for one that is still being made.
 * @returns whether there was anything
 */
export async function clearLeftFiles(client: pg.ClientBase, store: Pick<FileStore, 'delete'>): Promise<boolean> {
  if (!(await client.query<{ found: boolean }>(INSTALLATION)).rows[0]?.found) return false
  await client.query('begin')
  try {
    const { rows } = await client.query<{ keys: string[] }>(
      'delete from installation where key = $1 returning value as keys',
      [NOTE],
    )
    const keys = rows[0]?.keys ?? []
    for (const key of keys) await store.delete(key)
    await client.query('commit')
    return keys.length > 0
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
