import type { Db, Deps } from '../../../platform/call.ts'
import { silenceEnded } from '../../agreements/port.ts'
import { stillMatters } from '../queries/letters.ts'
import { threadAround } from '../queries/threads.ts'
import { needless, type Stopped, type Waiting } from './waiting-letters.ts'

/** Letters that ask for something are not sent once it was done while they waited. */

type Check = (db: Db, deps: Deps, waiting: Waiting) => Promise<Stopped | null>

async function offerEnded(db: Db, { entity, entity_id, kind: topic }: Waiting): Promise<Stopped | null> {
  const matters = await stillMatters(db, { entity, entity_id, topic })
  return matters ? null : needless('На предложенную дату уже ответили, или её отозвали')
}

async function remarkSettled(db: Db, { data }: Waiting): Promise<Stopped | null> {
  const thread = await threadAround.first(db, { id: (data as { thread_id?: number }).thread_id ?? 0 })
  return thread?.state === 'open' ? null : needless('На замечание уже ответили, или его закрыли')
}

/** By the kind of the letter. */
const CHECKS: Partial<Record<string, Check>> = {
  'agreement.reminded': (db, deps, { entity_id, created_at }) =>
    silenceEnded({ ...deps, db }, { agreement_id: entity_id, written_at: created_at }),
  'agreement.offered': (db, _, waiting) => offerEnded(db, waiting),
  'thread.due': (db, _, waiting) => remarkSettled(db, waiting),
}

/** Why a letter of an agreement asks for nothing any more; null if it still does, or never asked. */
export const doneMeanwhile = async (db: Db, deps: Deps, waiting: Waiting): Promise<Stopped | null> =>
  (await CHECKS[waiting.kind]?.(db, deps, waiting)) ?? null
