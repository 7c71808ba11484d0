import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '../../platform/call.ts'
import type { DB } from '../../platform/db-types.gen.ts'

const MADE_AT = '2026-03-02T09:00:00.000Z'

/** Creates a file's row; its bytes are not in the store. */
export async function makeFile(db: Db, overrides: Partial<Insertable<DB['files']>> = {}): Promise<number> {
  const row = await db
    .insertInto('files')
    .values({
      file_name: 'update.zip',
      version: '1.0',
      size: 3,
      sha256: '0'.repeat(64),
      storage_key: randomUUID(),
      uploaded: MADE_AT,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

interface Item {
  release_id: number
  files?: number[]
  modules?: number[]
  customers?: number[]
  notPublishingList?: number[]
  /** Files by company; by default every customer gets all of them. */
  packages?: Record<number, number[]>
}

async function makePackages(db: Db, publication_release_id: number, packages: Record<number, number[]>) {
  const rows = Object.entries(packages).flatMap(([idcomp, own]) =>
    own.map((file_id) => ({ publication_release_id, idcomp: Number(idcomp), file_id })),
  )
  await db.insertInto('publication_packages').values(rows).execute()
}

/** Creates a publication with its items, as after publishing; releases are not changed. */
export async function makePublication(
  db: Db,
  overrides: Partial<Insertable<DB['publications']>> & { author_id: number },
  items: Item[],
  recipients: number[] = [],
): Promise<number> {
  const { id } = await db
    .insertInto('publications')
    .values({ created_at: MADE_AT, ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [
    idx,
    { release_id, files = [], modules = [], customers = [], notPublishingList = [], packages },
  ] of items.entries()) {
    const { title, is_visible_for_client } = await db
      .selectFrom('releases')
      .select(['title', 'is_visible_for_client'])
      .where('id', '=', release_id)
      .executeTakeFirstOrThrow()
    const published = { publication_id: id, idx, release_id, title, was_hidden: !is_visible_for_client }
    const item = await db
      .insertInto('publication_releases')
      .values({ ...published, notPublishingList, has_packages: packages !== undefined })
      .returning('id')
      .executeTakeFirstOrThrow()
    const of = { publication_release_id: item.id }
    for (const file_id of files)
      await db
        .insertInto('publication_files')
        .values({ ...of, file_id })
        .execute()
    for (const idmod of modules)
      await db
        .insertInto('publication_modules')
        .values({ ...of, idmod })
        .execute()
    for (const idcomp of customers)
      await db
        .insertInto('publication_customers')
        .values({ ...of, idcomp })
        .execute()
    if (packages) await makePackages(db, item.id, packages)
  }
  for (const user_id of recipients) {
    await db.insertInto('publication_recipients').values({ publication_id: id, user_id }).execute()
  }
  return id
}
