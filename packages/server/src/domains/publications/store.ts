import type { Db } from '../../platform/call.ts'
import type { Transaction } from '../../platform/transaction.ts'

interface Item {
  release_id: number
  notPublishingList: number[]
  reason: string | null
  files: number[]
  modules: number[]
  customers: number[]
}

interface NewPublication {
  author_id: number
  text: string
  created_at: string
  items: Item[]
  recipients: number[]
}

/** @returns the publication's id */
export async function insertPublication(
  tx: Transaction,
  { items, recipients, ...row }: NewPublication,
): Promise<number> {
  const { id } = await tx.insertInto('publications').values(row).returning('id').executeTakeFirstOrThrow()
  const made = await tx
    .insertInto('publication_releases')
    .values(
      items.map(({ release_id, notPublishingList, reason }, idx) => ({
        publication_id: id,
        idx,
        release_id,
        notPublishingList,
        reason,
      })),
    )
    .returning(['id', 'idx'])
    .execute()
  const links = made.flatMap(({ id: publication_release_id, idx }) => {
    const item = items[idx]
    return item ? [{ publication_release_id, item }] : []
  })
  await insertLinks(tx, links)
  if (recipients.length > 0) {
    const rows = recipients.map((user_id) => ({ publication_id: id, user_id }))
    await tx.insertInto('publication_recipients').values(rows).execute()
  }
  return id
}

async function insertLinks(tx: Transaction, links: { publication_release_id: number; item: Item }[]) {
  const files = links.flatMap(({ item, ...of }) => item.files.map((file_id) => ({ ...of, file_id })))
  const modules = links.flatMap(({ item, ...of }) => item.modules.map((idmod) => ({ ...of, idmod })))
  const customers = links.flatMap(({ item, ...of }) => item.customers.map((idcomp) => ({ ...of, idcomp })))
  if (files.length > 0) await tx.insertInto('publication_files').values(files).execute()
  if (modules.length > 0) await tx.insertInto('publication_modules').values(modules).execute()
  if (customers.length > 0) await tx.insertInto('publication_customers').values(customers).execute()
}

/** People who are not deleted. */
export const peopleOf = (db: Db, ids: number[]) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'idcomp'])
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .where('deleted_at', 'is', null)
    .execute()
