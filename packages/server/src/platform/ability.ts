import type { Ability } from '@vypusk/contract'
import { refuseWith, type RefusalSpec } from './refusal.ts'

/** `true`, or the refusal that explains why not. */
export type Answer = true | RefusalSpec

/**
 * The rules for actions on things of one kind. Abilities in replies and commands use the same policy, so that a
 * disabled button and a refused call give the same reason (docs/architecture.md, "Abilities").
 */
export type Policy<Action extends string, Asker, Facts> = Readonly<
  Record<Action, (asker: Asker, facts: Facts) => Answer>
>

/**
 * Returns if the policy allows the action.
 * @throws the policy's refusal
 */
export function ask<Action extends string, Asker, Facts>(
  policy: Policy<Action, Asker, Facts>,
  action: Action,
  asker: Asker,
  facts: Facts,
): void {
  allow(policy[action](asker, facts))
}

/**
 * The same for an answer that is already known.
 * @throws its refusal
 */
export function allow(answer: Answer): void {
  if (answer !== true) throw refuseWith(answer)
}

/** The ability shown to the client for an answer: `true`, or the reason why not. */
export const abilityOf = (answer: Answer): Ability => (answer === true ? true : answer[1])

/** The abilities of a detail reply: for every action `true`, or the sentence with which it would be refused. */
export const abilitiesBy = <Action extends string, Asker, Facts>(
  policy: Policy<Action, Asker, Facts>,
  asker: Asker,
  facts: Facts,
): Record<Action, Ability> =>
  // fromEntries only knows that the keys are strings; they are the policy's own.
  Object.fromEntries(
    Object.entries<Policy<Action, Asker, Facts>[Action]>(policy).map(([action, answer]) => [
      action,
      abilityOf(answer(asker, facts)),
    ]),
  ) as Record<Action, Ability>
