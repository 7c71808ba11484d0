import { sql } from 'kysely'
import { decodeName } from '@vypusk/contract'
import { daysBefore, ifOwn, type MatterKind, type MatterRow, type Reader } from '../../../platform/waiting.ts'
import { knows } from '../../access/port.ts'
import { isPresent } from '../../catalog/port.ts'

/** The publications that wait for somebody: files to fetch, and companies that have not confirmed them. */

/** After this many days files that were not fetched are asked about in other ways, or were never wanted. */
const DAYS = 90
/** How many days a company is given before its silence waits for staff. */
const GRACE = 3

/** SQL that checks whether the release was handed over to the company again since. */
const isRenewed = (idcomp: unknown) => sql`exists (
  select from open_publication_items as later
  join publications as newer on newer.id = later.publication_id
  where later.release_id = item.release_id and later.idcomp = ${idcomp} and newer.created_at > p.created_at and newer.withdrawn_at is null)`

const isConfirmed = (idcomp: unknown) => sql`exists (
  select from publication_receipts as receipt where receipt.publication_release_id = item.id and receipt.idcomp = ${idcomp})`

/** Since when the companies can fetch a release. */
const handedAt = sql`coalesce(item.shown_at, p.created_at)`

/** The companies that were handed the release and have not confirmed it; nobody of a hidden one could. */
const silent = sql`
  select open.idcomp from open_publication_items as open
    join shared_companies as asked on asked.idcomp = open.idcomp and asked.deleted_at is null
  where open.publication_release_id = item.id and not ${isConfirmed(sql.ref('open.idcomp'))}
    and not ${isRenewed(sql.ref('open.idcomp'))}`

interface Row {
  id: number
  title: string
  publication_id: number
  release_id: number
  files: number
  silent: string[]
}

const shown = ({ idcomp, isRivc }: Reader, ids: number[]) => sql<Row>`
    select item.id, r.title, item.publication_id, item.release_id,
      (select count(*)::int from handed_packages as f
       where f.publication_release_id = item.id and f.idcomp = ${idcomp}) as files,
      ${isRivc ? sql`array(select c.namecomp from shared_companies as c where c.idcomp in (${silent}) order by c.namecomp)` : sql`'{}'::text[]`} as silent
    from publication_releases as item
    join publications as p on p.id = item.publication_id
    join shared_releases as r on r.id = item.release_id
    where item.id = any(${ids}::int[])`

const NAMED = 3

/** «ООО «Нева», ЗАО «Ока» и ещё 4». */
const namedOf = (names: string[]) =>
  [names.slice(0, NAMED).map(decodeName).join(', '), names.length > NAMED ? `и ещё ${names.length - NAMED}` : '']
    .filter(Boolean)
    .join(' ')

const matterWith = (row: Row, text: string): MatterRow => ({
  id: row.id,
  title: row.title,
  text,
  company: null,
  href: `/publication/${row.publication_id}`,
  release_id: row.release_id,
  publication_id: row.publication_id,
})

export const publicationMatters: MatterKind<Row>[] = [
  {
    kind: 'fetch',
    name: 'Получить файлы',
    side: 'client',
    waits: (awaiter) => sql`
      select item.id, null::date as due, ${handedAt} as since
      from publication_releases as item join publications as p on p.id = item.publication_id
      where p.withdrawn_at is null and ${handedAt} > ${daysBefore(awaiter, DAYS)} and ${knows.publicationItem(awaiter)}
        and not ${isConfirmed(awaiter.idcomp)} and not ${isRenewed(awaiter.idcomp)}`,
    shown,
    matterOf(row) {
      const files = row.files > 0 ? `, файлов: ${row.files}` : ''
      return matterWith(row, `Опубликован${files}. Отметьте, что получили`)
    },
  },
  {
    kind: 'receipt',
    name: 'Не подтвердили получение',
    side: 'staff',
    waits: (awaiter) => sql`
      select item.id, null::date as due, ${handedAt} as since
      from publication_releases as item join publications as p on p.id = item.publication_id
      where p.withdrawn_at is null and ${handedAt} > ${daysBefore(awaiter, DAYS)}
        and ${handedAt} < ${daysBefore(awaiter, GRACE)}
        and ${knows.publicationItem(awaiter)} and ${ifOwn(awaiter, sql`(p.author_id = ${awaiter.id} or not ${isPresent(sql.ref('p.author_id'))})`)}
        and exists (${silent})`,
    shown,
    matterOf: (row) => matterWith(row, `Молчат: ${namedOf(row.silent)}`),
  },
]
