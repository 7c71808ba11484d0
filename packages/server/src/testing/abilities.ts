import { expect } from 'vitest'
import type { Ability, AnyEndpoint } from '@vypusk/contract'
import type { Answer, Api } from './app.ts'

/** Calls the command of an ability. */
export type Command = (api: Api) => Promise<Answer<AnyEndpoint>>
/** A command for every ability of a reply, or it does not compile. */
export type Commands<Action extends string> = Record<Action, Command>

/** What one person reads of a thing's abilities, and the commands that they are about. */
export interface Told {
  api: Api
  commands: Record<string, Command>
  abilities: (api: Api) => Promise<Record<string, Ability>>
}

/** Expects that at least one ability is refused, and that each command which is refuses in the same words. */
export async function expectSameWords({ api, commands, abilities }: Told): Promise<void> {
  const answers = Object.entries<Ability>(await abilities(api))
  const refused = answers.filter(([, ability]) => ability !== true)
  expect(refused).not.toEqual([])
  const sentences: [string, string][] = []
  for (const [action] of refused) {
    sentences.push([action, (await commands[action]?.(api))?.refusal.message ?? ''])
  }
  expect(sentences).toEqual(refused)
}

/** The first refusal of a call about many things, which reports refused ones in its common reply. */
export const firstRefused = (
  answer: Answer<AnyEndpoint>,
  refused: readonly { message: string }[] | undefined,
): Answer<AnyEndpoint> => (refused?.[0] ? { ...answer, refusal: { message: refused[0].message } } : answer)
