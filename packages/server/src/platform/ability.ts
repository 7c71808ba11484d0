import type { Ability } from '@vypusk/contract'
import { refuseWith, type RefusalSpec } from './refusal.ts'

/** `true`, or the refusal that says why not. */
export type Answer = true | RefusalSpec

/**
 * What people may do with a thing of one kind, by action. The reply's abilities and the commands ask the same
 * policy, so that a disabled button and a refused call give the same reason (docs/architecture.md, "Abilities").
 */
export type Policy<Action extends string, Asker, Facts> = Readonly<
  Record<Action, (asker: Asker, facts: Facts) => Answer>
>

/** Lets a command go on, or refuses it. @throws the policy's refusal */
export function ask<Action extends string, Asker, Facts>(
  policy: Policy<Action, Asker, Facts>,
  action: Action,
  asker: Asker,
  facts: Facts,
): void {
  allow(policy[action](asker, facts))
}

/** The same for an answer worked out already. @throws its refusal */
export function allow(answer: Answer): void {
  if (answer !== true) throw refuseWith(answer)
}

/** What the screen is told of an answer: `true`, or why not. */
export const abilityOf = (answer: Answer): Ability => (answer === true ? true : answer[1])

/** What a detail reply tells the caller: every action with `true` or the sentence a refusal would say. */
export const abilitiesBy = <Action extends string, Asker, Facts>(
  policy: Policy<Action, Asker, Facts>,
  asker: Asker,
  facts: Facts,
): Record<Action, Ability> =>
  // fromEntries knows the keys as strings only; they are the policy's own.
  Object.fromEntries(
    Object.entries<Policy<Action, Asker, Facts>[Action]>(policy).map(([action, answer]) => [
      action,
      abilityOf(answer(asker, facts)),
    ]),
  ) as Record<Action, Ability>
