import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { publications, receipts } from '@vypusk/contract'
import type { DB } from '../../../platform/db-types.gen.ts'
import { inRussianOrder, momentInJson } from '../../../platform/sql.ts'
import { knows, type Viewer } from '../../access/port.ts'

type Tables = DB & { p: DB['publications']; item: DB['publication_releases'] }
/** The expression builder of a query over publications `p`. */
export type OfPublication = ExpressionBuilder<Tables, 'p'>
type OfItem = ExpressionBuilder<Tables, 'item'>

/** The items of publication `p` that the viewer may see. */
export const itemsOf = (eb: OfPublication, viewer: Viewer) =>
  eb
    .selectFrom('publication_releases as item')
    .whereRef('item.publication_id', '=', 'p.id')
    .where(knows.publicationItem(viewer))

const filesOf = (eb: OfItem, viewer: Viewer) =>
  jsonArrayFrom(
    eb
      .selectFrom('publication_files as linked')
      .innerJoin('shared_files as files', 'files.id', 'linked.file_id')
      .select(['files.id', 'file_name', 'files.version', 'size', 'sha256'])
      .select(momentInJson('uploaded').as('uploaded'))
      .whereRef('linked.publication_release_id', '=', 'item.id')
      .where(knows.packageFile(viewer))
      .orderBy('files.id'),
  )

/** The companies each file was for; null if every customer was handed every file, and for clients. */
const packagesOf = ({ isRivc }: Viewer) =>
  isRivc
    ? sql<publications.FilePackage[] | null>`case when item.has_packages then (
        select coalesce(json_agg(json_build_object(
          'file_id', linked.file_id,
          'modules', array(
            select file_module.idmod from publication_file_modules as file_module
            where file_module.publication_release_id = item.id and file_module.file_id = linked.file_id order by file_module.idmod),
          'companies', array(
            select package.idcomp from handed_packages as package
            where package.publication_release_id = item.id and package.file_id = linked.file_id order by package.idcomp)
        ) order by linked.file_id), '[]')
        from publication_files as linked where linked.publication_release_id = item.id) end`
    : sql<null>`null`

const modulesOf = (eb: OfItem) =>
  jsonArrayFrom(
    eb
      .selectFrom('publication_modules as linked')
      .innerJoin('shared_modules as modules', 'modules.idmod', 'linked.idmod')
      .innerJoin('shared_systems as systems', 'systems.idsys', 'modules.idsys')
      .select(['modules.idmod', 'namemod', 'modules.idsys', 'namesys as system'])
      .whereRef('linked.publication_release_id', '=', 'item.id')
      .orderBy(inRussianOrder('namemod'))
      .orderBy('modules.idmod'),
  )

const customersOf = (eb: OfItem, { isRivc, idcomp }: Viewer) =>
  jsonArrayFrom(
    eb
      .selectFrom('publication_customers as linked')
      .innerJoin('shared_companies as companies', 'companies.idcomp', 'linked.idcomp')
      .select(['companies.idcomp', 'namecomp'])
      .whereRef('linked.publication_release_id', '=', 'item.id')
      .$if(!isRivc, (own) => own.where('linked.idcomp', '=', idcomp ?? 0))
      .orderBy(inRussianOrder('namecomp'))
      .orderBy('companies.idcomp'),
  )

const receiptsOf = (eb: OfItem, { isRivc, idcomp }: Viewer) =>
  jsonArrayFrom(
    eb
      .selectFrom('publication_receipts as receipt')
      .innerJoin('shared_users as users', 'users.id', 'receipt.user_id')
      .select(['receipt.idcomp', momentInJson('receipt.at').as('at')])
      .select((of) => [
        // A check constraint of the column allows the same values only.
        of.ref('receipt.kind').$castTo<receipts.ReceiptKind>().as('kind'),
        jsonBuildObject({ id: of.ref('users.id'), name: of.ref('users.name') }).as('user'),
      ])
      .whereRef('receipt.publication_release_id', '=', 'item.id')
      .$if(!isRivc, (own) => own.where('receipt.idcomp', '=', idcomp ?? 0))
      .orderBy('receipt.at')
      .orderBy('receipt.kind', 'desc'),
  )

const forStaff = <Value>({ isRivc }: Viewer, value: RawBuilder<Value>, otherwise: RawBuilder<Value>) =>
  isRivc ? value : otherwise

/** api.md's `list`, without internal data for clients. */
export const listOf = (eb: OfPublication, viewer: Viewer) =>
  jsonArrayFrom(
    itemsOf(eb, viewer)
      .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
      .select((of) => [
        'item.idx',
        jsonBuildObject({ id: of.ref('releases.id'), title: of.ref('releases.title') }).as('release'),
        filesOf(of, viewer).as('files'),
        packagesOf(viewer).as('packages'),
        modulesOf(of).as('modules'),
        customersOf(of, viewer).as('customers'),
        receiptsOf(of, viewer).as('receipts'),
        forStaff(viewer, sql<number[]>`item."notPublishingList"`, sql<number[]>`'{}'::int[]`).as('notPublishingList'),
        forStaff(viewer, sql<string | null>`item.reason`, sql<string | null>`null`).as('reason'),
      ])
      .orderBy('item.idx'),
  )
