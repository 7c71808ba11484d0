import { decodeName } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { recordChanges } from '../../../platform/history.ts'
import { NOBODY, type Person } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'

/** Records signing in and out in the history, with the address it came from. */

const titles = { sign_in: 'Вход', sign_out: 'Выход', ended: 'Сеансы', company: 'Компания' }
type Entry = Partial<Record<keyof typeof titles, string>>

type ActorAtAddress = Actor & Pick<Call, 'address'>

const record = (tx: Transaction, { deps, address }: ActorAtAddress, person: Person, entry: Entry) =>
  recordChanges<Entry>(
    tx,
    { deps, person },
    {
      entity: 'session',
      entity_id: person.id,
      titles,
      before: null,
      after: entry,
      note: address,
    },
  )

/** Records a sign-in. @param by the second factor that was used */
export const recordSignIn = (tx: Transaction, call: ActorAtAddress, user_id: number, by?: string) =>
  record(tx, call, { ...NOBODY, id: user_id }, { sign_in: by ? `выполнен, второй фактор: ${by}` : 'выполнен' })

export const recordSignOut = (tx: Transaction, call: ActorAtAddress) =>
  record(tx, call, call.person, { sign_out: 'выполнен' })

/** Records that the person switched to another of their companies. */
export const recordChosen = (tx: Transaction, call: ActorAtAddress, before: string, after: string) =>
  record(tx, call, call.person, { company: `${decodeName(before)} → ${decodeName(after)}` })

/** Records that the person ended some of their other sessions. */
export const recordEnded = (tx: Transaction, call: ActorAtAddress, count: number) =>
  record(tx, call, call.person, { ended: `завершены самим человеком: ${count}` })

/** Records a refused sign-in. The person is not known, so the login that was typed is recorded as the actor. */
export const recordRefusal = (call: ActorAtAddress, login: string, sentence: string) =>
  inTransaction(call, (tx) => record(tx, call, { ...NOBODY, email: login }, { sign_in: `отказ: ${sentence}` }))
