import { expect, test } from 'vitest'
import { abilitiesOf, actions, may, reasons, type Action, type Standing } from './policy.ts'

/** Role × action × state, each cell as a person would read it. */

const base: Standing = {
  by_rivc: false,
  by_client: false,
  releaseDate: '2026-03-20',
  not_publishing: false,
  published: false,
}
const states = {
  undated: { ...base, releaseDate: null },
  required: base,
  sent: { ...base, by_rivc: true },
  agreed: { ...base, by_rivc: true, by_client: true },
  published: { ...base, by_rivc: true, by_client: true, published: true },
  excluded: { ...base, not_publishing: true },
  excludedSent: { ...base, by_rivc: true, not_publishing: true },
} satisfies Record<string, Standing>
type State = keyof typeof states
type Reason = keyof typeof reasons | true

const everywhere = (answer: Reason): Record<State, Reason> => ({
  undated: answer,
  required: answer,
  sent: answer,
  agreed: answer,
  published: answer,
  excluded: answer,
  excludedSent: answer,
})

const table: Record<'staff' | 'client', Record<Action, Record<State, Reason>>> = {
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
      agreed: 'agreedAlready',
      published: 'agreedAlready',
      excluded: 'notPublishing',
      excludedSent: 'notPublishing',
    },
    approve_on_behalf: {
      undated: 'notSent',
      required: 'notSent',
      sent: true,
      agreed: 'agreedAlready',
      published: 'agreedAlready',
      excluded: 'notPublishing',
      excludedSent: 'notPublishing',
    },
    delete: { ...everywhere(true), published: 'published' },
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
      agreed: 'clientTwice',
      published: 'clientTwice',
      excluded: 'notPublishing',
      excludedSent: 'notPublishing',
    },
    approve_on_behalf: everywhere('staffOnly'),
    delete: everywhere('staffOnly'),
  },
}

const cells = (['staff', 'client'] as const).flatMap((role) =>
  actions.flatMap((action) =>
    (Object.keys(states) as State[]).map((state) => ({ role, action, state, answer: table[role][action][state] })),
  ),
)

test.each(cells)('$role · $action · $state → $answer', ({ role, action, state, answer }) => {
  const said = may(action, { isRivc: role === 'staff' }, states[state])
  expect(said).toEqual(answer === true ? true : reasons[answer])
  const ability = abilitiesOf({ isRivc: role === 'staff' }, states[state])[action]
  expect(ability).toBe(answer === true ? true : reasons[answer][1])
})
