import { chainRecord, decodeName } from '@vypusk/contract'
import { sql } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import { headsOf } from '../../../platform/chain/rows.ts'
import { chainOf } from '../../../platform/chain/record.ts'
import { namedApart } from '../../../platform/named-apart.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inRussianOrder, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { isReleaseKnown } from '../../access/port.ts'
import { isReadAt } from '../../deliveries/port.ts'
import type { Reader } from '../rules/reading.ts'

/** One chain of a dossier: a company, and where its records end. */
export interface Part {
  company_id: number
  company: string
  chain: string
  seq: number
  hash: string
  /** The number of records outside the chain and the time of the latest; null if there are none. */
  earlier: { records: number; last_at: string } | null
}

/** The release and chains of a dossier, and its reader. */
export interface Subject {
  release: { id: number; title: string }
  parts: Part[]
  reader: Reader
  /** False for a client that knows only what it was sent or handed of the release: it learns nothing of the scope. */
  isKnown: boolean
}

/** Whether the company may see anything of the release, even if the release itself is hidden by now. */
const openTo = statement(
  (_, { release_id, idcomp }: { release_id: number; idcomp: number }) => sql<{ known: boolean }>`
    select exists (select from open_agreements where release_id = ${release_id} and idcomp = ${idcomp})
      or exists (select from open_publication_items where release_id = ${release_id} and idcomp = ${idcomp}) as known`,
)

interface Named {
  release_id: number
  withChains: number[]
  only?: number
}

/** The companies that the release names, or that have records. */
const companiesOf = statement((db, { release_id, withChains, only }: Named) =>
  db
    .selectFrom('shared_companies as c')
    .select(['c.idcomp', 'c.namecomp'])
    .where((eb) =>
      eb.or([
        eb('c.idcomp', '=', oneOf(withChains)),
        eb.exists(
          eb
            .selectFrom('shared_release_companies as named')
            .select('named.idcomp')
            .where('named.release_id', '=', release_id)
            .whereRef('named.idcomp', '=', 'c.idcomp'),
        ),
      ]),
    )
    .$if(only !== undefined, (rows) => rows.where('c.idcomp', '=', only ?? 0))
    .orderBy(inRussianOrder('c.namecomp'))
    .orderBy('c.idcomp'),
)

const releaseBy = statement((db, { id }: { id: number }) =>
  db.selectFrom('shared_releases').select(['id', 'title']).where('id', '=', id),
)

/** People leave and change their addresses: whose an address was is known of the letters that were sent to it. */
const addressesOf = statement(
  (_, { release_id, idcomp }: { release_id: number; idcomp: number }) => sql<{ address: string }>`
    select distinct lower(target) as address from dossier_letters
    where release_id = ${release_id}::int and company_id = ${idcomp}::int
      and ${isReadAt(sql.ref('readers'), idcomp)}`,
)

async function readerOf(db: Db, person: Person, release_id: number): Promise<Reader> {
  if (person.isRivc) return 'staff'
  const idcomp = person.idcomp ?? 0
  const written = await addressesOf.all(db, { release_id, idcomp })
  return { idcomp, addresses: new Set(written.map(({ address }) => address)) }
}

type Earlier = { company_id: number } & NonNullable<Part['earlier']>

const earlierOf = statement(
  (_, { release_id, companies }: { release_id: number; companies: number[] }) => sql<Earlier>`
    select company_id, count(*)::int as records, max(at) as last_at
    from unchained_for_dossier
    where release_id = ${release_id}::int and company_id = any(${companies}::int[])
    group by company_id`,
)

/**
 * Finds what the person may have the dossier of.
 * @param company for staff: only this company
 * @throws 404 if there is nothing
 */
export async function subjectOf(db: Db, person: Person, release_id: number, company?: number): Promise<Subject> {
  const only = person.isRivc ? company : (person.idcomp ?? 0)
  const isKnown = await isReleaseKnown(db, person, release_id)
  if (!isKnown && (person.isRivc || !(await openTo.one(db, { release_id, idcomp: only ?? 0 })).known))
    throw refuse('not_found')
  const [release, heads] = await Promise.all([releaseBy.one(db, { id: release_id }), headsOf(db, release_id, only)])
  const headBy = new Map(heads.map((head) => [head.company_id, head]))
  const companies = await companiesOf.all(db, { release_id, withChains: [...headBy.keys()], only })
  if (only !== undefined && companies.length === 0) throw refuse('not_found')
  const earlier = await earlierOf.all(db, { release_id, companies: companies.map(({ idcomp }) => idcomp) })
  const earlierBy = new Map(earlier.map(({ company_id, ...one }) => [company_id, one]))
  const [names = []] = namedApart(companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })))
  const parts = companies.map(({ idcomp }, place) => ({
    company_id: idcomp,
    company: names[place] ?? '',
    chain: chainOf({ release_id, company_id: idcomp }),
    seq: headBy.get(idcomp)?.seq ?? 0,
    hash: headBy.get(idcomp)?.hash ?? chainRecord.NO_HASH,
    earlier: earlierBy.get(idcomp) ?? null,
  }))
  return { release, parts, reader: await readerOf(db, person, release_id), isKnown }
}
