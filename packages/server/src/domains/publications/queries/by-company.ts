import { sql } from 'kysely'
import type { Company, receipts } from '@vypusk/contract'
import { abilityOf } from '../../../platform/ability.ts'
import type { Deps } from '../../../platform/call.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inRussianOrder, momentInJson } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { knows, type Viewer } from '../../access/port.ts'
import { mayRemindOfFiles } from '../policy.ts'
import { living } from './downloads.ts'
import { fetchLadders, remindedOf, unfetched } from './reminding.ts'

/** What became of a publication at each company. */

type PersonOf = receipts.CompanyReceipt['people'][number] & { idcomp: number }
type FileOf = receipts.CompanyReceipt['files'][number] & { idcomp: number }

interface OpeningKey {
  publication_id: number
  user_id: number
  idcomp: number
}

/** When the person first opened the publication for the company. */
export const openingOf = statement((db, { publication_id, user_id, idcomp }: OpeningKey) =>
  db
    .selectFrom('publication_openings')
    .select('at')
    .where('publication_id', '=', publication_id)
    .where('idcomp', '=', idcomp)
    .where('user_id', '=', user_id),
)

interface FileKey {
  viewer: Viewer
  publication_id: number
  file_id: number
}

/** A file of the publication that the person was handed, with the release it belongs to. */
export const checkedFile = statement((db, { viewer, publication_id, file_id }: FileKey) =>
  db
    .selectFrom('publication_releases as item')
    .innerJoin('publication_files as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_files as files', 'files.id', 'linked.file_id')
    .leftJoin('shared_companies as companies', (join) => join.on('companies.idcomp', '=', viewer.idcomp))
    .select(['files.file_name', 'files.sha256', 'item.release_id', 'companies.namecomp'])
    .where('item.publication_id', '=', publication_id)
    .where('linked.file_id', '=', file_id)
    .where(knows.publicationItem(viewer))
    .where(knows.packageFile(viewer))
    .orderBy('item.idx'),
)

interface ChecksKey {
  publication_id: number
  release_id: number
  idcomp: number
}

/** The files of a release that a company's people have found to be the published ones. */
export const checksOf = statement((db, { publication_id, release_id, idcomp }: ChecksKey) =>
  db
    .selectFrom('publication_checks as checked')
    .innerJoin('publication_files as linked', 'linked.file_id', 'checked.file_id')
    .innerJoin('publication_releases as item', 'item.id', 'linked.publication_release_id')
    .select('checked.file_id')
    .where('checked.publication_id', '=', publication_id)
    .where('checked.idcomp', '=', idcomp)
    .where('item.publication_id', '=', publication_id)
    .where('item.release_id', '=', release_id)
    .limit(1),
)

interface Of {
  id: number
}

/** The companies that it reached. */
const companies = statement(
  (_, { id }: Of) => sql<Company>`
    select companies.idcomp, companies.namecomp
    from shared_companies as companies
    where companies.idcomp in (select reached.idcomp from reached_items as reached where reached.publication_id = ${id})
    order by ${inRussianOrder('companies.namecomp')}, companies.idcomp`,
)

/** SQL for the state of delivery `d`. */
const STATE = sql`json_build_object('state', d.state, 'at', ${momentInJson('d.at')})`

/** The letter to whoever has or had its address as a person of the company `own`. */
const LETTER = sql`(
  select ${STATE} from shared_deliveries as d
  join letters_for_publications as letter on letter.id = d.letter_id
  where d.entity = 'publication' and d.entity_id = own.publication_id and d.kind = 'mail'
    and (letter.idcomp is null or letter.idcomp = own.idcomp)
    and d.readers @> jsonb_build_array(jsonb_build_object('id', own.user_id, 'idcomp', own.idcomp))
  order by d.id desc limit 1)`

/**
 * The recipients of a company, and those who had a letter or have opened the publication for it, though they have moved
 * since.
 */
const people = statement(
  (_, { id }: Of) => sql<PersonOf>`
    select own.idcomp, json_build_object('id', users.id, 'name', users.name) as user, opening.at as opened_at, ${LETTER} as letter
    from (
      select person.publication_id, person.user_id, recipient.idcomp
      from publication_people as person join shared_users as recipient on recipient.id = person.user_id
      where person.publication_id = ${id} and recipient.idcomp is not null
      union select publication_id, user_id, idcomp from publication_openings where publication_id = ${id}
      union select d.entity_id, reader.id, letter.idcomp
      from shared_deliveries as d
      join letters_for_publications as letter on letter.id = d.letter_id
      cross join jsonb_to_recordset(d.readers) as reader(id int, idcomp int)
      join publication_recipients as chosen on chosen.publication_id = d.entity_id and chosen.user_id = reader.id
      where d.entity = 'publication' and d.entity_id = ${id} and reader.idcomp = letter.idcomp) as own
    join shared_users as users on users.id = own.user_id
    left join publication_openings as opening
      on opening.publication_id = ${id} and opening.user_id = own.user_id and opening.idcomp = own.idcomp
    order by ${inRussianOrder('users.name')}, users.id`,
)

/** The copies are read once, and joined: a publication may have tens of thousands. */
const files = statement(
  (_, { id }: Of) => sql<FileOf>`
    with copies as materialized (
      select distinct on (d.idcomp, d.file_id) d.idcomp, d.file_id, ${STATE} as copy
      from shared_deliveries as d
      where d.entity = 'publication' and d.entity_id = ${id} and d.kind = 'ftp'
      order by d.idcomp, d.file_id, d.id desc)
    select package.idcomp, json_build_object('id', f.id, 'file_name', f.file_name) as file, copies.copy,
      (select got.at from fetched_files as got where got.file_id = f.id and got.idcomp = package.idcomp) as fetched_at,
      (select min(checked.at)
       from publication_checks as checked
       where checked.publication_id = ${id} and checked.file_id = f.id and checked.idcomp = package.idcomp) as verified_at
    from (
      select distinct handed.idcomp, handed.file_id
      from reached_items as reached
      join handed_packages as handed
        on handed.publication_release_id = reached.publication_release_id and handed.idcomp = reached.idcomp
      where reached.publication_id = ${id}) as package
    join shared_files as f on f.id = package.file_id
    left join copies on copies.idcomp = package.idcomp and copies.file_id = package.file_id
    order by f.id`,
)

/**
 * The reminders sent to each company about files it has not fetched, the next one, and whether it may be reminded now.
 */
async function remindersBy({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number) {
  const [ladders, sent] = await Promise.all([
    unfetched(db, clock, id).then((waiting) => fetchLadders(db, clock, waiting)),
    remindedOf.all(db, { publications: [id] }),
  ])
  const now = clock.now().getTime()
  return (idcomp: number): receipts.CompanyReceipt['reminders'] => {
    const ladder = ladders.find((one) => one.idcomp === idcomp)
    const next = ladder?.next
    return {
      sent: sent.filter((one) => one.idcomp === idcomp).map(({ at, user }) => ({ at, user })),
      next: next ? new Date(next.at).toISOString() : null,
      remind: abilityOf(mayRemindOfFiles(ladder, now)),
    }
  }
}

/** A row for each company. @throws 404 if there is no such publication */
export async function receiptsByCompany(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
): Promise<receipts.CompanyReceipt[]> {
  if (!(await living.first(db, { id }))) throw refuse('not_found')
  const [all, persons, handed] = await Promise.all([
    companies.all(db, { id }),
    people.all(db, { id }),
    files.all(db, { id }),
  ])
  const [peopleBy, filesBy] = [
    Map.groupBy(persons, ({ idcomp }) => idcomp),
    Map.groupBy(handed, ({ idcomp }) => idcomp),
  ]
  const remindersFor = await remindersBy({ db, clock }, id)
  return all.map((company) => ({
    company,
    reminders: remindersFor(company.idcomp),
    people: (peopleBy.get(company.idcomp) ?? []).map(({ user, letter, opened_at }) => ({ user, letter, opened_at })),
    files: (filesBy.get(company.idcomp) ?? []).map(({ file, copy, fetched_at, verified_at }) => ({
      file,
      copy,
      fetched_at,
      verified_at,
    })),
  }))
}
