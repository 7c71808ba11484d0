import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { receipts, ReplyOf } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { knows } from '../../access/port.ts'

/** What has been said of these items, by company. */
export const receiptsOf = (db: Db, items: number[]): Promise<receipts.Receipt[]> =>
  db
    .selectFrom('publication_receipts as said')
    .innerJoin('shared_users as users', 'users.id', 'said.user_id')
    .select(['said.idcomp', 'said.at'])
    .select((eb) => [
      // The column has a check of the same words.
      eb.ref('said.kind').$castTo<receipts.ReceiptKind>().as('kind'),
      jsonBuildObject({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('user'),
    ])
    .where('said.publication_release_id', 'in', items)
    .orderBy('said.at')
    .orderBy('said.kind', 'desc')
    .execute()

interface HandoverKey {
  publication_id: number
  release_id: number
  idcomp: number
}

/** The item by which the company was handed the release, held until the transaction ends. */
export const handedItem = (tx: Transaction, { publication_id, release_id, idcomp }: HandoverKey) =>
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

/** Of each module at each company the release that was installed last. */
const versionsFor = (db: Db, { isRivc, idcomp }: Person): Promise<receipts.InstalledVersion[]> =>
  db
    .selectFrom('publication_receipts as said')
    .innerJoin('publication_releases as item', 'item.id', 'said.publication_release_id')
    .innerJoin('publications as p', 'p.id', 'item.publication_id')
    .innerJoin('publication_modules as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    .distinctOn(['said.idcomp', 'linked.idmod'])
    .select(['said.idcomp', 'linked.idmod', 'item.publication_id', 'said.at'])
    .select((eb) => jsonBuildObject({ id: eb.ref('releases.id'), title: eb.ref('releases.title') }).as('release'))
    .where('said.kind', '=', 'installed')
    .where('p.deleted_at', 'is', null)
    .$if(!isRivc, (own) => own.where('said.idcomp', '=', idcomp ?? 0))
    .orderBy('said.idcomp')
    .orderBy('linked.idmod')
    .orderBy('said.at', 'desc')
    .orderBy('item.id', 'desc')
    .execute()

/** The table of installed versions with its rows and columns. */
export async function installedVersions(db: Db, person: Person): Promise<ReplyOf<typeof receipts.installed>> {
  const versions = await versionsFor(db, person)
  const idcomps = [...new Set(versions.map(({ idcomp }) => idcomp))]
  const idmods = [...new Set(versions.map(({ idmod }) => idmod))]
  if (versions.length === 0) return { companies: [], modules: [], versions }
  const [companies, modules] = await Promise.all([
    db
      .selectFrom('shared_companies as companies')
      .select(['idcomp', 'namecomp'])
      .where('idcomp', 'in', idcomps)
      .orderBy(inRussianOrder('namecomp'))
      .orderBy('idcomp')
      .execute(),
    db
      .selectFrom('shared_modules as modules')
      .innerJoin('shared_systems as systems', 'systems.idsys', 'modules.idsys')
      .select(['modules.idmod', 'namemod', 'modules.idsys', 'namesys as system'])
      .where('modules.idmod', 'in', idmods)
      .orderBy(inRussianOrder('namesys'))
      .orderBy(inRussianOrder('namemod'))
      .orderBy('modules.idmod')
      .execute(),
  ])
  return { companies, modules, versions }
}
