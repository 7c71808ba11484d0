import type { agreements } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Person } from '../../../platform/call.ts'
import { historyOf } from '../../../platform/history.ts'
import { clockOf } from '../../../platform/text/plain-text.ts'
import { refuse } from '../../../platform/refusal.ts'
import { waitedDays } from '../../calendars/port.ts'
import { lettersAbout } from '../../deliveries/port.ts'
import { agreementPolicy, isAskable } from '../policy.ts'
import { historyForClient, offersForClient, withoutAddresses } from '../rules/internal.ts'
import { knownAgreement, withStatus } from './agreements.ts'
import { objectionsOf } from './date-facts.ts'
import { offersOf } from './offers.ts'
import { passing } from './passed-dates.ts'
import { nextReminder, type Around } from './reminders.ts'
import { standInsOf } from './substitutes.ts'
import { decisionsOf, scopeChangeOf, scopeOf } from './scopes.ts'

/** Returns one agreement with everything the person may see of it. @throws 404 */
export async function agreementDetail(around: Around, person: Person, id: number): Promise<agreements.AgreementDetail> {
  const { db, clock } = around
  const row = await knownAgreement(db, person, id)
  if (!row) throw refuse('not_found')
  const asked = { ...row, ...passing(row, clock.now()) }
  const { date_passed } = asked
  const [history, offers, deliveries, scope, scope_change, scope_decisions, objections, next_reminder, substitutes] =
    await Promise.all([
      historyOf(db, 'agreement', id),
      offersOf(db, id),
      person.isRivc ? lettersAbout(db, 'agreement', id) : [],
      scopeOf(db, person, row),
      scopeChangeOf(db, person, row),
      person.isRivc ? decisionsOf(db, id) : [],
      isAskable(asked) && (person.isRivc || !row.date_withdrawn) ? objectionsOf(around, person, row) : [],
      nextReminder(around, person, row),
      standInsOf.all(db, { agreement_id: id }),
    ])
  const waitedBy = await waitedDays(db, clock, [asked])
  return {
    ...withStatus(person.isRivc ? row : withoutAddresses(row)),
    clock: row.releaseDate && clockOf(row.releaseDate, row.releaseTime),
    date_passed,
    waiting_days: waitedBy(asked),
    objections,
    against_reason: person.isRivc ? row.against_reason : '',
    history: person.isRivc ? history : historyForClient(history),
    offers: person.isRivc ? offers : offersForClient(offers),
    deliveries,
    scope,
    scope_change,
    scope_decisions,
    next_reminder,
    substitutes,
    abilities: abilitiesBy(agreementPolicy, person, { ...asked, scope_changed: scope_change !== null }),
  }
}
