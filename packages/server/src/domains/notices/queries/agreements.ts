import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { isProviderTurn, offerNamedIn } from '../../agreements/port.ts'
import { companyZone } from '../../calendars/port.ts'

/** What notices about agreements say. */

const facts = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_agreements as a')
    .select(['id', 'company_id', 'releaseDate', 'releaseTime', 'cancel_reason', 'by_client'])
    .select([companyZone('a').as('company_zone'), isProviderTurn.as('provider_turn')])
    .where('id', '=', oneOf(ids)),
)
export type Facts = Omit<Awaited<ReturnType<typeof facts.one>>, 'id'>

/** What the notices of these agreements say, by agreement. */
export const factsOfEach = async (db: Db, ids: number[]): Promise<Map<number, Facts>> =>
  new Map((await facts.all(db, { ids })).map(({ id, ...own }) => [id, own]))

/** The people who stand in now for the person of a column, named with its table. */
const standInsOf = (column: string) => sql<number[]>`array(
  select acting.substitute_id from shared_substitutes as acting where acting.user_id = ${sql.ref(column)})`

const offerBy = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_agreement_offers')
    .select(['user_id', 'releaseDate', 'releaseTime', standInsOf('shared_agreement_offers.user_id').as('stand_ins')])
    .where('id', '=', id),
)
export type Offer = Awaited<ReturnType<typeof offerBy.one>>

/**
 * The offer of an agreement that an event ends or is about, with the person of the company who made it, and who stands in for
 * them.
 */
export async function offerIn(db: Db, data: object, agreement_id: number): Promise<Offer | undefined> {
  const id = offerNamedIn(data, agreement_id)
  return id === null ? undefined : offerBy.first(db, { id })
}

/** The people of companies who are asked when the recipients do not answer. */
export const superiorsIn = statement((db, { companies }: { companies: number[] }) =>
  db
    .selectFrom('shared_superiors')
    .select(['company_id', 'role', 'user_id'])
    .where('company_id', '=', oneOf(companies)),
)

/** Who has raised the remarks of these agreements that are not closed, and who stands in for them. */
export const remarkersOf = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_threads')
    .select(['agreement_id', 'author_id', standInsOf('shared_threads.author_id').as('stand_ins')])
    .where('agreement_id', '=', oneOf(ids))
    .where('state', '<>', 'closed'),
)
