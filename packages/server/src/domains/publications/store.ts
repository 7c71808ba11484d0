import { sql, type Insertable, type SqlBool } from 'kysely'
import type { drafts, publications, receipts } from '@vypusk/contract'
import type { Db } from '../../platform/call.ts'
import type { DB } from '../../platform/db-types.gen.ts'
import { insertRows } from '../../platform/inserting.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { knows } from '../access/port.ts'
import { writeDeliveries } from '../deliveries/port.ts'
import type { PlannedCopy } from './rules/copies.ts'
import { oneOf } from '../../platform/sql.ts'

interface Item {
  release_id: number
  notPublishingList: number[]
  reason: string | null
  /** Clients could not see the release when it was published. */
  was_hidden: boolean
  title: string
  files: number[]
  /** How files are assigned, and the files that each customer gets; null if all get all. */
  packages: { assigned: publications.DraftPackage[]; of: (idcomp: number) => number[] } | null
  modules: number[]
  customers: number[]
}

interface NewPublication {
  author_id: number
  text: string
  corrects: number | null
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
  const rows = items.map(({ release_id, notPublishingList, reason, was_hidden, title, packages }, idx) => ({
    publication_id: id,
    idx,
    release_id,
    notPublishingList,
    reason,
    was_hidden,
    title,
    has_packages: packages !== null,
  }))
  const made = await insertRows(tx, 'publication_releases', rows).returning(['id', 'idx']).execute()
  const links = made.flatMap(({ id: publication_release_id, idx }) => {
    const item = items[idx]
    return item ? [{ publication_release_id, item }] : []
  })
  await insertLinks(tx, links)
  if (recipients.length > 0) {
    const people = recipients.map((user_id) => ({ publication_id: id, user_id }))
    await insertRows(tx, 'publication_recipients', people).execute()
  }
  return id
}

async function insertLinks(tx: Transaction, links: { publication_release_id: number; item: Item }[]) {
  const files = links.flatMap(({ item, ...of }) => item.files.map((file_id) => ({ ...of, file_id })))
  const modules = links.flatMap(({ item, ...of }) => item.modules.map((idmod) => ({ ...of, idmod })))
  const customers = links.flatMap(({ item, ...of }) => item.customers.map((idcomp) => ({ ...of, idcomp })))
  if (files.length > 0) await insertRows(tx, 'publication_files', files).execute()
  if (modules.length > 0) await insertRows(tx, 'publication_modules', modules).execute()
  if (customers.length > 0) await insertRows(tx, 'publication_customers', customers).execute()
  await insertPackages(tx, links)
}

async function insertPackages(tx: Transaction, links: { publication_release_id: number; item: Item }[]) {
  const modulesOfFiles = links.flatMap(({ item, ...of }) =>
    (item.packages?.assigned ?? []).flatMap(({ file_id, modules }) =>
      modules.map((idmod) => ({ ...of, file_id, idmod })),
    ),
  )
  const rows = links.flatMap(({ item, ...of }) =>
    item.customers.flatMap((idcomp) =>
      (item.packages?.of(idcomp) ?? []).map((file_id) => ({ ...of, idcomp, file_id })),
    ),
  )
  if (modulesOfFiles.length > 0) await insertRows(tx, 'publication_file_modules', modulesOfFiles).execute()
  if (rows.length > 0) await insertRows(tx, 'publication_packages', rows).execute()
}

/** The releases of a publication that is not deleted. */
export async function releasesIn(tx: Transaction, id: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('publication_releases as item')
    .innerJoin('publications as p', 'p.id', 'item.publication_id')
    .select('item.release_id')
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .execute()
  return rows.map(({ release_id }) => release_id)
}

/** Locks a publication that is not deleted until the transaction ends. */
export const lockPublication = (tx: Transaction, id: number) =>
  tx
    .selectFrom('publications')
    .select(['id', 'withdrawn_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const markWithdrawn = (
  tx: Transaction,
  id: number,
  set: { withdrawn_at: string; withdrawn_by: number; withdrawn_reason: string },
) => tx.updateTable('publications').set(set).where('id', '=', id).execute()

/**
 * Marks what was published of these releases while they were hidden as shown from now on; what was withdrawn meanwhile is
 * nobody's any more. @returns what was not shown before
 */
export const markShown = (tx: Transaction, releases: readonly number[], shown_at: string) =>
  tx
    .updateTable('publication_releases as item')
    .from(['publications as p', 'shared_releases as r'])
    .set((eb) => ({ shown_at, title: eb.ref('r.title') }))
    .whereRef('p.id', '=', 'item.publication_id')
    .whereRef('r.id', '=', 'item.release_id')
    .where('p.deleted_at', 'is', null)
    .where('p.withdrawn_at', 'is', null)
    .where('item.release_id', '=', oneOf(releases))
    .where('item.was_hidden', '=', true)
    .where('item.shown_at', 'is', null)
    .returning(['item.publication_id', 'item.release_id'])
    .execute()

/** A company that may have a release of a publication, though it may not see the release any more. */
export interface Reached {
  release_id: number
  /** What it was called when it was published: a hidden one may have been renamed since. */
  title: string
  idcomp: number
  namecomp: string
}

/** Returns which company may have which release of the publication, whatever it sees now (docs/decisions/0140). */
export const reachedBy = (tx: Transaction, publication_id: number): Promise<Reached[]> =>
  tx
    .selectFrom('reached_items as reached')
    .innerJoin('publication_releases as item', 'item.id', 'reached.publication_release_id')
    .innerJoin('shared_releases as r', 'r.id', 'item.release_id')
    .innerJoin('shared_companies as c', 'c.idcomp', 'reached.idcomp')
    .select((eb) => ['item.release_id', eb.fn.coalesce('item.title', 'r.title').as('title'), 'c.idcomp', 'c.namecomp'])
    .where('item.publication_id', '=', publication_id)
    .orderBy('item.idx')
    .orderBy('c.idcomp')
    .execute()

/** The publication that copies are made for. */
export interface Published {
  event_id: number
  publication_id: number
  at: string
}

/** @returns the deliveries' ids */
export const insertCopies = (tx: Transaction, of: Published, copies: PlannedCopy[]): Promise<number[]> => {
  const { event_id, publication_id, at } = of
  const common = { kind: 'ftp' as const, event_id, entity: 'publication', entity_id: publication_id, at }
  return writeDeliveries(
    tx,
    copies.map((copy) => ({ ...common, ...copy })),
  )
}

/** The names of all companies, deleted ones included: they keep their folders. */
export const companyNames = (tx: Transaction) =>
  tx.selectFrom('shared_companies as companies').select(['idcomp', 'namecomp']).execute()

export const keepDraft = (tx: Transaction, user_id: number, draft: drafts.FormDraft, updated_at: string) => {
  const row = { draft: JSON.stringify(draft), updated_at }
  return tx
    .insertInto('publication_drafts')
    .values({ user_id, ...row })
    .onConflict((kept) => kept.column('user_id').doUpdateSet(row))
    .execute()
}

interface HandoverKey {
  publication_id: number
  release_id: number
  idcomp: number
}

/** The item by which the company was handed the release, locked until the transaction ends. */
export const lockHandedItem = (tx: Transaction, { publication_id, release_id, idcomp }: HandoverKey) =>
  tx
    .selectFrom('publication_releases as item')
    .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    .innerJoin('shared_companies as companies', (join) => join.on('companies.idcomp', '=', idcomp))
    .select(['item.id', 'releases.title', 'companies.namecomp'])
    .where('item.publication_id', '=', publication_id)
    .where('item.release_id', '=', release_id)
    .where(knows.publicationItem({ isRivc: false, idcomp }))
    .forUpdate('item')
    .executeTakeFirst()

interface Receipt {
  publication_release_id: number
  idcomp: number
  user_id: number
  at: string
}

export const insertReceipts = (tx: Transaction, receipt: Receipt, kinds: receipts.ReceiptKind[]) =>
  insertRows(
    tx,
    'publication_receipts',
    kinds.map((kind) => ({ ...receipt, kind })),
  ).execute()

export const deleteReceipts = (
  tx: Transaction,
  of: Pick<Receipt, 'publication_release_id' | 'idcomp'>,
  kinds: receipts.ReceiptKind[],
) =>
  tx
    .deleteFrom('publication_receipts')
    .where('publication_release_id', '=', of.publication_release_id)
    .where('idcomp', '=', of.idcomp)
    .where('kind', 'in', kinds)
    .execute()

interface Opening {
  publication_id: number
  user_id: number
  idcomp: number
  at: string
}

/** Records that a person has opened a publication for their company; the first time is kept. */
export const insertOpening = (tx: Transaction, opening: Opening) =>
  tx
    .insertInto('publication_openings')
    .values(opening)
    .onConflict((known) => known.columns(['publication_id', 'idcomp', 'user_id']).doNothing())
    .execute()

/** @returns whether this is the person's first check of the file for their company */
export async function insertCheck(tx: Transaction, check: Opening & { file_id: number }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('publication_checks')
    .values(check)
    .onConflict((known) => known.columns(['publication_id', 'file_id', 'idcomp', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Deletes the person's draft if it has one of the published releases; a draft of other releases stays. */
export const dropPublished = (tx: Transaction, user_id: number, releases: number[]) =>
  tx
    .deleteFrom('publication_drafts')
    .where('user_id', '=', user_id)
    .where(
      sql<SqlBool>`exists (select from jsonb_array_elements(draft -> 'list') as item
        where (item ->> 'release')::int = any(${releases}::int[]))`,
    )
    .execute()

export const dropDraft = (tx: Transaction, user_id: number) =>
  tx.deleteFrom('publication_drafts').where('user_id', '=', user_id).execute()

/** Those of these people who are not deleted; service accounts are left out. */
export const peopleOf = (db: Db, ids: number[]) =>
  db
    .selectFrom('shared_users as users')
    .select(['id', 'name', 'email', 'idcomp', 'is_blocked'])
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .execute()

/** @returns undefined if the schedule has done this step already */
export const insertFetchReminder = (tx: Transaction, row: Insertable<DB['publication_reminders']>) =>
  tx
    .insertInto('publication_reminders')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['publication_id', 'idcomp', 'step']).where('user_id', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
