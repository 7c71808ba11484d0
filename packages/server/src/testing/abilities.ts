import type { Ability, AnyEndpoint } from '@vypusk/contract'
import type { Answer, Api } from './app.ts'

/** Calls the command of an ability. */
export type Command = (api: Api) => Promise<Answer<AnyEndpoint>>
/** A command for every ability of a reply, or it does not compile. */
export type Commands<Action extends string> = Record<Action, Command>

/** What one person reads of a thing's abilities, and the commands that they are about. */
export interface AbilityCase {
  api: Api
  commands: Record<string, Command>
  abilities: (api: Api) => Promise<Record<string, Ability>>
}

/**
 * Returns the abilities that are refused, each with its sentence, and the sentence with which its command refuses.
 * @throws if there are none
 */
export async function sentencesOf({ api, commands, abilities }: AbilityCase) {
  const refused = Object.entries<Ability>(await abilities(api)).filter(([, ability]) => ability !== true)
  if (refused.length === 0) throw new Error('nothing is refused here')
  const said: [string, string][] = []
  for (const [action] of refused) said.push([action, (await commands[action]?.(api))?.refusal.message ?? ''])
  return { refused, said }
}

/** The first refusal of a call about many things, which reports refused ones in its common reply. */
export const firstRefused = (
  answer: Answer<AnyEndpoint>,
  refused: readonly { message: string }[] | undefined,
): Answer<AnyEndpoint> => (refused?.[0] ? { ...answer, refusal: { message: refused[0].message } } : answer)
