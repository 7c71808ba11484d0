import { sql } from 'kysely'
import { decodeName, type Company, type Ref } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { rememberedWhole } from '../../../platform/memory.ts'
import { foldedName } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

/**
 * What tells namesakes apart where nobody can open them: in workbooks, documents and letters. As on the screens, a
 * hidden one gets its number, and those present only if several of them have the name.
 */

const NAMED_ALIKE = sql<boolean>`bearers > 1 and (is_gone or present > 1)`

const companies = statement(
  () => sql<{ id: number }>`
    select id from (
      select idcomp as id, deleted_at is not null as is_gone, count(*) over own as bearers,
        count(*) filter (where deleted_at is null) over own as present
      from companies window own as (partition by ${foldedName(sql.ref('namecomp'))})) as named
    where ${NAMED_ALIKE}`,
)

/** Of two people of different companies the company says who is meant. */
const people = statement(
  () => sql<{ id: number }>`
    select id from (
      select id, is_blocked or deleted_at is not null as is_gone, count(*) over own as bearers,
        count(*) filter (where not is_blocked and deleted_at is null) over own as present
      from shared_users window own as (partition by lower(name), idcomp)) as named
    where ${NAMED_ALIKE}`,
)

const idsIn = (rows: { id: number }[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id))
const alikeCompanies = rememberedWhole(['companies'], async (db) => idsIn(await companies.all(db, {})))
const alikePeople = rememberedWhole(['users'], async (db) => idsIn(await people.all(db, {})))

const numberIn = (alike: ReadonlySet<number>) => (id: number) => (alike.has(id) ? ` (№ ${id})` : '')

/** @returns a function for what follows the name of a company by its id: ` (№ 7)`, mostly nothing */
export const companyNumbers = async (db: Db) => numberIn(await alikeCompanies(db))

/** How companies and people are named in words. */
export interface NamesApart {
  company: (company: Company) => string
  person: (person: Ref) => string
}

/** Returns the functions that name companies and people so that namesakes are told apart. */
export async function namesApart(db: Db): Promise<NamesApart> {
  const [ofCompany, ofPerson] = [await companyNumbers(db), numberIn(await alikePeople(db))]
  return {
    company: ({ idcomp, namecomp }) => decodeName(namecomp) + ofCompany(idcomp),
    person: ({ id, name }) => name + ofPerson(id),
  }
}
