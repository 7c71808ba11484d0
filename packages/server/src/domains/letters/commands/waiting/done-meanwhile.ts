import type { Db, Deps } from '../../../../platform/call.ts'
import { silenceEnded } from '../../../agreements/port.ts'
import { stillMatters, toldSince } from '../../queries/letters.ts'
import { threadAround } from '../../queries/threads.ts'
import { needless, type Stopped, type Waiting } from './letters.ts'

/** Letters are not sent once what they ask for was done, or what they tell of was undone, while they waited. */

type Check = (db: Db, deps: Deps, waiting: Waiting) => Promise<Stopped | null>

async function offerEnded(db: Db, { entity, entity_id, kind: topic }: Waiting): Promise<Stopped | null> {
  const matters = await stillMatters(db, { entity, entity_id, topic })
  return matters ? null : needless('На предложенную дату уже ответили, или её отозвали')
}

const stateOf = async (db: Db, { data }: Waiting): Promise<string | undefined> =>
  (await threadAround.first(db, { id: (data as { thread_id?: number }).thread_id ?? 0 }))?.state

async function remarkSettled(db: Db, waiting: Waiting): Promise<Stopped | null> {
  return (await stateOf(db, waiting)) === 'open' ? null : needless('На замечание уже ответили, или его закрыли')
}

/** Letters that waited may arrive in another order than they were written: the last one read would be wrong. */
async function remarkTurned(db: Db, waiting: Waiting): Promise<Stopped | null> {
  const isClosed = (await stateOf(db, waiting)) === 'closed'
  if (waiting.kind === 'thread.closed') return isClosed ? null : needless('Замечание с тех пор открыли снова')
  return isClosed ? needless('Замечание с тех пор закрыли') : null
}

/** What the letters that tell of a date without asking about it are overtaken by: where the date stands from then on. */
const DATE_CHANGES = [
  'agreement.moved',
  'agreement.offer_accepted',
  'agreement.withdrawn',
  'agreement.called_off',
  'agreement.resumed',
]

/** What became of an offered date; each of these letters also says which date stands. */
const OFFER_ENDS = ['agreement.offer_declined', 'agreement.offer_withdrawn', 'agreement.offer_lapsed']
const SINCE_OFFER = [...DATE_CHANGES, ...OFFER_ENDS, 'agreement.approved']

/** The kinds of letters that say where a date stands, with the kinds by which they are overtaken. */
export const OVERTAKEN_BY: Partial<Record<string, string[]>> = {
  'agreement.created': DATE_CHANGES,
  'agreement.sent': DATE_CHANGES,
  'agreement.approved': DATE_CHANGES,
  'agreement.moved': DATE_CHANGES,
  'agreement.offered': ['agreement.offered'],
  'agreement.offer_accepted': DATE_CHANGES,
  'agreement.offer_declined': SINCE_OFFER,
  'agreement.offer_withdrawn': SINCE_OFFER,
  'agreement.offer_lapsed': SINCE_OFFER,
  'agreement.called_off': DATE_CHANGES,
  'agreement.resumed': DATE_CHANGES,
  'agreement.withdrawn': ['agreement.sent'],
}

/**
 * Why a letter that says where a date stands is not sent any more: its reader has been written something later, and would
 * believe the letter that arrives last.
 */
async function overtaken(db: Db, waiting: Waiting): Promise<Stopped | null> {
  const kinds = OVERTAKEN_BY[waiting.kind]
  if (!kinds) return null
  const { entity_id: id, event_id, target } = waiting
  const isTold = await toldSince.first(db, { id, event_id, kinds, lowered: target.toLowerCase() })
  return isTold ? needless('По этому адресу с тех пор написано о дате другое') : null
}

/** By the kind of the letter. */
const CHECKS: Partial<Record<string, Check>> = {
  'agreement.reminded': (db, deps, { entity_id, created_at }) =>
    silenceEnded({ ...deps, db }, { agreement_id: entity_id, written_at: created_at }),
  'agreement.offered': (db, _, waiting) => offerEnded(db, waiting),
  'thread.due': (db, _, waiting) => remarkSettled(db, waiting),
  'thread.closed': (db, _, waiting) => remarkTurned(db, waiting),
  'thread.changed': (db, _, waiting) => remarkTurned(db, waiting),
}

/** Why a letter of an agreement is not sent any more; null if it may go. */
export const doneMeanwhile = async (db: Db, deps: Deps, waiting: Waiting): Promise<Stopped | null> =>
  (await CHECKS[waiting.kind]?.(db, deps, waiting)) ?? overtaken(db, waiting)
