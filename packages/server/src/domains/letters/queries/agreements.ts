import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { openReleaseOf } from '../../access/port.ts'
import { askersOf, isProviderTurn } from '../../agreements/port.ts'
import { companyNumbers } from '../../catalog/port.ts'
import { companyZone } from '../../calendars/port.ts'
import { ADDRESSEE, addressees, type Ids } from './letters.ts'
import type { Addressee } from '../rules.ts'
import type { AgreementFacts } from '../templates/agreement-letters.ts'
import { oneOf } from '../../../platform/sql.ts'

/** An agreement with the people its letters can go to. */
export interface AgreementAround extends AgreementFacts {
  company_id: number
  /** Whether the company is on the release's not-publishing list: then its side gets no letters. */
  not_publishing: boolean
  recipientsExtra: string[]
  recipients: Addressee[]
  by_rivc: boolean
  by_client: boolean
  sent_at: string | null
  provider_turn: boolean
  /** The agreement's author, the release's people and the person who asks the client. */
  team: Addressee[]
  /** The person who last asked, and if nobody has, the author; once they have left, who is in charge instead. */
  asker: Addressee | undefined
  /**
   * The people of the company asked when its recipients do not answer, each with a substitute if there is one; may be
   * empty.
   */
  deputy: Addressee[]
  head: Addressee[]
}

const factsOf = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_agreements as a')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .innerJoin('shared_companies as c', 'c.idcomp', 'a.company_id')
    .leftJoin('shared_not_publishing_list as n', (join) =>
      join.onRef('n.release_id', '=', 'a.release_id').onRef('n.idcomp', '=', 'a.company_id'),
    )
    .select(['a.id', 'r.title', 'c.namecomp', 'a.releaseDate', 'a.releaseTime'])
    .select([openReleaseOf('a.release_id', 'a.company_id').as('open_release_id'), companyZone('a').as('company_zone')])
    .select([
      'a.cancel_reason',
      sql<number>`a.calendar_sequence`.as('calendar_sequence'),
      'a.company_id',
      'a.by_rivc',
      'a.by_client',
      'a.sent_at',
      'a.recipientsExtra',
      sql<boolean>`n.idcomp is not null`.as('not_publishing'),
      isProviderTurn.as('provider_turn'),
    ])
    .where('a.id', '=', oneOf(ids)),
)

const recipientsOf = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_users as u')
    .innerJoin('shared_asked_people as ar', 'ar.user_id', 'u.id')
    .select(ADDRESSEE)
    .select(sql<number>`ar.agreement_id`.as('agreement_id'))
    .where('ar.agreement_id', '=', oneOf(ids))
    .orderBy('u.id'),
)

/** The authors and the people of their releases. */
const teamsOf = statement((db, { ids }: Ids) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('shared_agreements as a')
        .select(['a.id as agreement_id', 'a.author_id as user_id'])
        .where('a.id', '=', oneOf(ids))
        .union(
          eb
            .selectFrom('shared_agreements as a')
            .innerJoin('shared_release_users as ru', 'ru.release_id', 'a.release_id')
            .select(['a.id as agreement_id', 'ru.user_id'])
            .where('a.id', '=', oneOf(ids)),
        )
        .as('own'),
    )
    .innerJoin('shared_users as u', 'u.id', 'own.user_id')
    .select(ADDRESSEE)
    .select(sql<number>`own.agreement_id`.as('agreement_id'))
    .orderBy('u.id'),
)

const superiorsOf = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_agreements as a')
    .innerJoin('shared_superiors as e', 'e.company_id', 'a.company_id')
    .innerJoin('shared_users as u', 'u.id', 'e.user_id')
    .select([...ADDRESSEE, 'e.role', sql<number>`a.id`.as('agreement_id')])
    .where('a.id', '=', oneOf(ids))
    .whereRef('u.idcomp', '=', 'a.company_id')
    .orderBy('u.id'),
)

/** Agreements by id, each with the people its letters can go to; unknown ones are left out. */
export async function agreementsAround(db: Db, ids: number[]): Promise<Map<number, AgreementAround>> {
  const [agreements, recipients, teams, superiors, askerIds, numberOf] = await Promise.all([
    factsOf.all(db, { ids }),
    recipientsOf.all(db, { ids }),
    teamsOf.all(db, { ids }),
    superiorsOf.all(db, { ids }),
    askersOf(db, ids),
    companyNumbers(db),
  ])
  const askers = await addressees.all(db, { ids: [...new Set(askerIds.values())] })
  const askerBy = new Map(askers.map((asker) => [asker.id, asker]))
  return new Map(
    agreements.map((agreement) => {
      const { id } = agreement
      const own = <Row extends { agreement_id: number }>(all: Row[]) =>
        all.filter(({ agreement_id }) => agreement_id === id).map(({ agreement_id: _, ...one }) => one)
      const [asker, team] = [askerBy.get(askerIds.get(id) ?? 0), own(teams)]
      const isKnown = team.some((one) => one.id === asker?.id)
      const escalation = own(superiors)
      const around = {
        ...agreement,
        namecomp: agreement.namecomp + numberOf(agreement.company_id),
        recipients: own(recipients),
        team: asker && !isKnown ? [...team, asker] : team,
        asker,
        deputy: escalation.filter(({ role }) => role === 'deputy'),
        head: escalation.filter(({ role }) => role === 'head'),
      }
      return [id, around]
    }),
  )
}

/** One of them. @throws if there is none */
export async function agreementAround(db: Db, id: number): Promise<AgreementAround> {
  const around = (await agreementsAround(db, [id])).get(id)
  if (!around) throw new Error(`there is no agreement ${id} to write letters about`)
  return around
}
