import type { letters } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { refuse } from '../../../platform/refusal.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { companyNames } from '../../catalog/port.ts'
import { ADDRESSEE, publicationAround } from './letters.ts'
import { apart, publishedSides, readersOfWithdrawal } from '../rules.ts'

interface Id {
  id: number
}

const holdersOf = statement((db, { id }: Id) =>
  db
    .selectFrom('handed_people as holder')
    .innerJoin('shared_users as u', (join) =>
      join.onRef('u.id', '=', 'holder.user_id').onRef('u.idcomp', '=', 'holder.idcomp'),
    )
    .select(ADDRESSEE)
    .where('holder.publication_id', '=', id)
    .orderBy('u.id'),
)

const superiorsOf = statement((db, { companies }: { companies: number[] }) =>
  db
    .selectFrom('shared_superiors as superior')
    .innerJoin('shared_users as u', 'u.id', 'superior.user_id')
    .select(ADDRESSEE)
    .where('superior.company_id', '=', oneOf(companies))
    .orderBy('u.id'),
)

/**
 * Who is told of the withdrawal of a publication, and of which releases: a company that can no longer see a release may
 * have installed it, and knows it by the title that it had then. Behind the bell `informed` are, who may have no address.
 */
export async function withdrawalOf(db: Db, id: number, actor_id: number) {
  const { releases, recipients } = await publicationAround(db, id)
  const had = releases.map(({ published_title, reached }) => ({ title: published_title, customers: reached }))
  const companies = [...new Set(had.flatMap(({ customers }) => customers))]
  const [holders, superiors, names] = await Promise.all([
    holdersOf.all(db, { id }),
    superiorsOf.all(db, { companies }),
    companyNames(db, companies),
  ])
  const { readers, silent } = readersOfWithdrawal(companies, { recipients, holders, superiors }, actor_id)
  return {
    sides: publishedSides(had, readers),
    silent: silent.flatMap((idcomp) => names.get(idcomp) ?? []),
    informed: [...new Set([...holders, ...readers].map((person) => person.id))],
  }
}

/** The people to tell behind the bell that the publication was withdrawn, whoever its recipients are. */
export const withdrawalReaders = async (db: Db, id: number, actor_id: number): Promise<number[]> =>
  (await withdrawalOf(db, id, actor_id)).informed

const living = statement((db, { id }: Id) =>
  db.selectFrom('shared_publications').select('id').where('id', '=', id).where('deleted_at', 'is', null),
)

/** The letters that withdrawing the publication would send. @throws 404 if there is no such publication */
export async function withdrawalLetters(db: Db, person: Person, id: number): Promise<letters.WithdrawalLetters> {
  if (!(await living.first(db, { id }))) throw refuse('not_found')
  const { sides, silent } = await withdrawalOf(db, id, person.id)
  const lists = apart(
    sides.map(({ readers, idcomp }) => ({ targets: readers.map(({ email }) => email), idcomp })),
    person.email,
  )
  return {
    letters: lists.flat().length,
    silent: silent.map(({ idcomp, namecomp }) => ({ idcomp, namecomp })),
  }
}
