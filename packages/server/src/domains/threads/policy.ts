import type { threads } from '@vypusk/contract'
import type { Answer, Policy } from '../../platform/ability.ts'
import { outOfCalendar, type RefusalSpec } from '../../platform/refusal.ts'

export const reasons = {
  staffOnly: [403, 'Это делают сотрудники поставщика'],
  theirs: [403, 'Замечание закрывает тот, кто его написал'],
  theirsToBlock: [403, 'Держит ли замечание публикацию, решает тот, кто его написал'],
  notOwn: [403, 'Изменить можно только то, что вы написали сами'],
  closed: [422, 'Замечание закрыто. Откройте его снова, чтобы ответить'],
  closedAlready: [422, 'Замечание уже закрыто'],
  notClosed: [422, 'Замечание не закрыто'],
  noWordsLeft: [422, 'Слова этого замечания отозваны. Напишите новое замечание'],
  withdrawn: [422, 'Эти слова уже отозваны'],
  noReason: [422, 'Напишите, почему замечание закрыто: его автор это прочитает'],
  noWords: [422, 'Напишите, в чём дело'],
  noThread: [404, 'Такого замечания нет'],
  notStaff: [422, 'Отвечать за замечание может только сотрудник поставщика'],
  ownerGone: [422, 'Этот человек больше не работает в системе'],
  noFile: [422, 'Прикрепить можно только файл, который вы загрузили и ещё никуда не прикрепили'],
  notAsked: [422, 'Ответа никто не ждёт'],
  talk: [422, 'В переписке этого нет: это бывает только у замечаний'],
  strangers: [422, 'Упомянуть можно только того, кто это прочитает'],
} as const satisfies Record<string, RefusalSpec>

/** The fields of a thread that the rights to it depend on. */
export interface ThreadState {
  kind: string
  side: string
  state: string
  /** Nothing is left of what its side has written: it asks for nothing. Left out where nobody can open it again. */
  is_wordless?: boolean
}

/** The person who acts. Everybody of a company acts for the company's side. */
export interface Asker {
  isRivc: boolean
}

export const sideOf = ({ isRivc }: Asker): threads.Side => (isRivc ? 'staff' : 'client')

/**
 * Whether closing needs a reason. The side that raised a remark decides when it is over; staff may close it for a
 * client with a reason, which is sent to its author.
 */
export const needsReason = (asker: Asker, { kind, side }: Pick<ThreadState, 'kind' | 'side'>): boolean =>
  asker.isRivc && side === 'client' && kind === 'remark'

const staffs =
  (rule: (state: ThreadState) => Answer) =>
  ({ isRivc }: Asker, state: ThreadState): Answer =>
    isRivc ? rule(state) : reasons.staffOnly
// A conversation goes on even when nobody waits for an answer any more.
const unclosed = ({ kind, state }: ThreadState): Answer =>
  state === 'closed' && kind === 'remark' ? reasons.closed : true
const ofRemarks = (rule: (asker: Asker, state: ThreadState) => Answer) => (asker: Asker, state: ThreadState) =>
  state.kind === 'talk' ? reasons.talk : rule(asker, state)
const isTheirs = (asker: Asker, { side }: ThreadState) => sideOf(asker) === side

export const threadPolicy: Policy<threads.Action, Asker, ThreadState> = {
  answer: (_, state) => unclosed(state),
  internal: staffs(unclosed),
  close: (asker, state) => {
    if (!isTheirs(asker, state) && !asker.isRivc) return reasons.theirs
    if (state.kind === 'talk') return state.state === 'open' ? true : reasons.notAsked
    return state.state === 'closed' ? reasons.closedAlready : true
  },
  reopen: ofRemarks((asker, state) => {
    if (!isTheirs(asker, state) && !asker.isRivc) return reasons.theirs
    if (state.state !== 'closed') return reasons.notClosed
    return state.is_wordless ? reasons.noWordsLeft : true
  }),
  owner: staffs(unclosed),
  due: ofRemarks(staffs(unclosed)),
  blocks: ofRemarks((asker, state) => (isTheirs(asker, state) ? unclosed(state) : reasons.theirsToBlock)),
}

/** The fields that the right to change one's own entry depends on. */
export interface EntryState extends ThreadState {
  author_id: number | null
  address: string | null
  withdrawn_at: string | null
}

/**
 * The person who wants to change an entry. Somebody without an account is known by the address that the letter was sent
 * to.
 */
export interface Speaker extends Asker {
  id: number
  email: string | null
}

export const isOwn = ({ id, email }: Speaker, words: Pick<EntryState, 'author_id' | 'address'>): boolean =>
  id > 0 ? words.author_id === id : words.address !== null && words.address.toLowerCase() === email?.toLowerCase()

function own(speaker: Speaker, words: EntryState): Answer {
  if (!isOwn(speaker, words)) return reasons.notOwn
  if (words.withdrawn_at !== null) return reasons.withdrawn
  return unclosed(words)
}

export const entryPolicy: Policy<threads.EntryAction, Speaker, EntryState> = { rewrite: own, withdraw: own }

/** The texts shown when the database rejects a change. */
export const constraints: Record<string, RefusalSpec> = {
  threads_owner_fk: [422, 'Такого сотрудника нет'],
  threads_due_in_calendar: outOfCalendar('Ответить до'),
}
