import { expect, test } from 'vitest'
import { agreements } from '@vypusk/contract'
import { abilitiesBy } from '../../platform/ability.ts'
import { agreementPolicy, mayReplace, reasons, type AgreementState } from './policy.ts'

/** Every combination of role, action and state, with the answer that a person gets. */

const base: AgreementState = {
  by_rivc: false,
  by_client: false,
  releaseDate: '2026-03-20',
  not_publishing: false,
  takes_part: true,
  published: false,
  called_off: false,
  offer: null,
}
const states = {
  undated: { ...base, releaseDate: null },
  required: base,
  sent: { ...base, by_rivc: true },
  agreed: { ...base, by_rivc: true, by_client: true },
  passed: { ...base, by_rivc: true, date_passed: true },
  passedUnasked: { ...base, date_passed: true },
  passedOffer: { ...base, by_rivc: true, offer: {}, offer_passed: true },
  reworded: { ...base, by_rivc: true, by_client: true, scope_changed: true },
  published: { ...base, by_rivc: true, by_client: true, published: true },
  offered: { ...base, by_rivc: true, offer: {} },
  handed: { ...base, by_rivc: true, published: true, date_passed: true },
  handedUnasked: { ...base, published: true, date_passed: true },
  handedOffered: { ...base, by_rivc: true, offer: {}, published: true },
  closedUnasked: { ...base, called_off: true },
  closedSent: { ...base, by_rivc: true, called_off: true },
  closedOffered: { ...base, by_rivc: true, offer: {}, called_off: true },
  closedReworded: { ...base, by_rivc: true, by_client: true, scope_changed: true, called_off: true },
  excluded: { ...base, not_publishing: true },
  excludedSent: { ...base, by_rivc: true, not_publishing: true },
} satisfies Record<string, AgreementState>
type State = keyof typeof states
type Reason = keyof typeof reasons | true

const everywhere = (answer: Reason): Record<State, Reason> => ({
  undated: answer,
  required: answer,
  sent: answer,
  agreed: answer,
  passed: answer,
  passedUnasked: answer,
  passedOffer: answer,
  reworded: answer,
  published: answer,
  offered: answer,
  handed: answer,
  handedUnasked: answer,
  handedOffered: answer,
  closedUnasked: answer,
  closedSent: answer,
  closedOffered: answer,
  closedReworded: answer,
  excluded: answer,
  excludedSent: answer,
})

const table: Record<'staff' | 'client', Record<agreements.Action, Record<State, Reason>>> = {
  staff: {
    remark: everywhere(true),
    isPublishedOnTestEnv: everywhere(true),
    recipients: everywhere(true),
    recipientsExtra: everywhere(true),
    date: everywhere(true),
    approve: {
      undated: 'noDate',
      required: true,
      sent: 'sentAlready',
      passed: 'sentAlready',
      passedUnasked: 'sendPassed',
      passedOffer: 'sentAlready',
      agreed: 'agreedAlready',
      reworded: 'agreedAlready',
      published: 'agreedAlready',
      offered: 'sentAlready',
      handed: 'sentAlready',
      handedUnasked: true,
      closedUnasked: 'releaseClosed',
      closedSent: 'sentAlready',
      closedOffered: 'sentAlready',
      closedReworded: 'agreedAlready',
      handedOffered: 'sentAlready',
      excluded: 'notPublishing',
      excludedSent: 'notPublishing',
    },
    approve_on_behalf: {
      undated: 'notSent',
      required: 'notSent',
      sent: true,
      passed: true,
      passedUnasked: 'notSent',
      passedOffer: true,
      agreed: 'agreedAlready',
      reworded: 'agreedAlready',
      published: 'agreedAlready',
      offered: true,
      handed: true,
      handedUnasked: 'notSent',
      closedUnasked: 'notSent',
      closedSent: true,
      closedOffered: true,
      closedReworded: 'agreedAlready',
      handedOffered: true,
      excluded: 'notPublishing',
      excludedSent: 'notPublishing',
    },
    delete: { ...everywhere(true), published: 'published' },
    offer: everywhere('staffMove'),
    accept_offer: {
      ...everywhere('offerGone'),
      offered: true,
      passedOffer: 'offerPast',
      handedOffered: true,
      closedOffered: 'releaseClosed',
      excluded: 'notPublishing',
      excludedSent: 'notPublishing',
    },
    decline_offer: {
      ...everywhere('offerGone'),
      offered: true,
      passedOffer: true,
      handedOffered: true,
      closedOffered: true,
    },
    withdraw_offer: everywhere('offerTheirs'),
    settle_scope: {
      ...everywhere('scopeNotAgreed'),
      agreed: 'scopeSettled',
      published: 'scopeSettled',
      reworded: true,
      closedReworded: 'releaseClosed',
    },
    withdraw: {
      ...everywhere('nothingHeard'),
      sent: true,
      passed: true,
      passedOffer: true,
      agreed: true,
      closedSent: true,
      closedOffered: true,
      closedReworded: true,
      reworded: true,
      offered: true,
      excludedSent: true,
      published: 'withdrawnLate',
      handed: 'withdrawnLate',
      handedUnasked: 'withdrawnLate',
      handedOffered: 'withdrawnLate',
    },
  },
  client: {
    remark: everywhere(true),
    isPublishedOnTestEnv: everywhere('staffOnly'),
    recipients: everywhere('staffOnly'),
    recipientsExtra: everywhere('staffOnly'),
    date: everywhere('staffOnly'),
    approve: {
      undated: 'notSent',
      required: 'notSent',
      sent: true,
      passed: 'datePassed',
      passedUnasked: 'notSent',
      passedOffer: true,
      agreed: 'clientTwice',
      reworded: 'clientTwice',
      published: 'clientTwice',
      offered: true,
      handed: 'passedGot',
      closedUnasked: 'notSent',
      closedSent: 'releaseClosed',
      closedOffered: 'releaseClosed',
      closedReworded: 'clientTwice',
      handedUnasked: 'notSent',
      handedOffered: true,
      excluded: 'notPublishing',
      excludedSent: 'notPublishing',
    },
    approve_on_behalf: everywhere('staffOnly'),
    delete: everywhere('staffOnly'),
    offer: {
      undated: 'offerEarly',
      required: 'offerEarly',
      sent: true,
      passed: true,
      passedUnasked: 'offerEarly',
      passedOffer: 'offerOpen',
      agreed: true,
      reworded: true,
      published: true,
      handed: true,
      handedUnasked: 'offerEarly',
      closedUnasked: 'releaseClosed',
      closedSent: 'releaseClosed',
      closedOffered: 'releaseClosed',
      closedReworded: 'releaseClosed',
      handedOffered: 'offerOpen',
      offered: 'offerOpen',
      excluded: 'notPublishing',
      excludedSent: 'notPublishing',
    },
    accept_offer: everywhere('staffOnly'),
    decline_offer: everywhere('staffOnly'),
    withdraw_offer: {
      ...everywhere('offerGone'),
      offered: true,
      passedOffer: true,
      handedOffered: true,
      closedOffered: true,
    },
    settle_scope: everywhere('staffOnly'),
    withdraw: everywhere('staffOnly'),
  },
}

const cells = (['staff', 'client'] as const).flatMap((role) =>
  agreements.actions.flatMap((action) =>
    (Object.keys(states) as State[]).map((state) => ({ role, action, state, answer: table[role][action][state] })),
  ),
)

test.each(cells)('$role · $action · $state → $answer', ({ role, action, state, answer }) => {
  const asker = { isRivc: role === 'staff' }
  const actual = agreementPolicy[action](asker, states[state])
  expect(actual).toEqual(answer === true ? true : reasons[answer])
  const ability = abilitiesBy(agreementPolicy, asker, states[state])[action]
  expect(ability).toBe(answer === true ? true : reasons[answer][1])
})

const present = { releaseDate: '2026-03-20', releaseTime: '22:00' }

test.each([
  ['another day', { releaseDate: '2026-03-21', releaseTime: '22:00' }, false, true],
  ['another time', { releaseDate: '2026-03-20', releaseTime: null }, false, true],
  ['the same', present, false, 'offerSame'],
  ['a date that has passed', { releaseDate: '2026-03-05', releaseTime: null }, true, 'offerPast'],
] as const)('%s instead of the present date: %s', (_, offered, isPast, answer) => {
  expect(mayReplace(present, offered, isPast)).toEqual(answer === true ? true : reasons[answer])
})
