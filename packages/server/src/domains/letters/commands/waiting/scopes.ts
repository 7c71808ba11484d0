import type { Db, Deps } from '../../../../platform/call.ts'
import { isSameScope, scopeSince, wantedByEach } from '../../../agreements/port.ts'
import { agreementAround, type AgreementAround } from '../../queries/agreements.ts'
import { ownRequestsOf } from '../../queries/asking.ts'
import type { Asking, QuestionContent } from '../../templates/agreement-letters.ts'
import { scopeAnew, scopeQuestion } from '../../templates/scope-letters.ts'
import { SCOPE_LETTERS } from '../../rules.ts'
import { ANSWER_LINK, aroundThen, needless, writtenAgain, type Outcome, type Waiting } from './letters.ts'

/** Letters about a changed scope that has changed again while they waited. */

const AS_BEFORE = 'Состав снова тот, что был: сообщать не о чем'
const CHANGED_AGAIN = 'Состав с тех пор снова изменился: о нём уходит другое письмо'
const HIDDEN = 'Релиз больше не виден клиентам'

/** What the event of such a letter says of the scope. */
interface ScopeFacts {
  /** Left out by events of earlier releases. */
  from?: string
  to?: string
  decision?: string
}

export const isOfScope = ({ kind }: Waiting): boolean => SCOPE_LETTERS.includes(kind)

/** What the letter asks with, as when it was written. */
async function askingAgain(db: Db, deps: Deps, agreement: AgreementAround, token: string): Promise<Asking> {
  const own = await ownRequestsOf(db, [agreement.id])
  const wanted = await wantedByEach({ ...deps, db }, [agreement])
  const { name = '', email = null } = agreement.asker ?? {}
  return { ...own(agreement.id), answer_by: wanted(agreement), asker: { name, email }, token }
}

/** The question with the present difference and the link that it had. */
async function questionAgain(db: Db, deps: Deps, waiting: Waiting, content: QuestionContent, token: string) {
  const agreement = await agreementAround(db, waiting.entity_id)
  const asking = await askingAgain(db, deps, agreement, token)
  return writtenAgain(db, deps, content(agreement, aroundThen(deps, waiting, asking.asker.name), asking))
}

/**
 * The letter with what the scope differs by now. One that asks nothing is sent as long as it tells what staff have settled
 * last: the client does not read of what they have not decided about.
 */
export async function scopeLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const { from, to, decision } = waiting.data as ScopeFacts
  if (from === undefined || to === undefined) return waiting
  const now = await scopeSince(db, waiting.entity_id, from)
  if (!now) return needless(HIDDEN)
  if (now.sum === to) return waiting
  if (decision === 'tell') return (await isSameScope(db, now.accepted_sha, to)) ? waiting : needless(CHANGED_AGAIN)
  if (now.sum === from) return needless(AS_BEFORE)
  const [, token] = ANSWER_LINK.exec(waiting.text) ?? []
  // It tells a client that has agreed that the scope is as agreed: staff decide about the change first.
  if (token === undefined) return needless(CHANGED_AGAIN)
  if (!now.difference) return waiting
  const contentOf = decision === 'anew' ? scopeAnew : scopeQuestion
  return { ...(await questionAgain(db, deps, waiting, contentOf(now.difference), token)), told_sha: now.sum }
}
