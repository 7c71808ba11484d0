import { beginningOf } from '@vypusk/contract'
import { dayInWords, oneLine } from '../../../platform/text/plain-text.ts'
import { facts, forClient, forStaff, values, type AgreementFacts, type Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'

/** The facts in letters about remarks. */
export interface ThreadFacts {
  /** The first entry of the thread. */
  remark: string
  /** The new entries, separated by blank lines. */
  text: string
}

const LONGEST = 300
/** The beginning of a remark, which may be a page long. */
const begun = (remark: string) => beginningOf(remark, LONGEST)

const about = (agreement: AgreementFacts, { remark }: Pick<ThreadFacts, 'remark'>, around: Around) => {
  const { релиз, компания, кто } = values(agreement, around)
  return { релиз, компания, кто, замечание: begun(remark) }
}

const known = (agreement: AgreementFacts, { remark, text }: ThreadFacts) => ({
  facts: text === remark ? facts(agreement) : [...facts(agreement), ['Замечание', begun(remark)] as [string, string]],
})

/** Where a person of the client reads and answers: by a link of their own, or signed in. */
const way = (agreement: AgreementFacts, around: Around, token: string | null) => ({
  ...forClient(agreement, around),
  ...(token === null ? {} : { href: `${around.publicUrl}/approve/${token}` }),
})

type ForClient = (agreement: AgreementFacts, around: Around, token: string | null) => LetterContent

/** Staff have written to the client: a remark of their own, or an answer. */
export const threadLetterToClient =
  (thread: ThreadFacts, isQuestion: boolean): ForClient =>
  (agreement, around, token) => ({
    template: isQuestion ? 'remark_client' : 'answered_client',
    values: { ...about(agreement, thread, around), текст: thread.text },
    ...known(agreement, thread),
    ...way(agreement, around, token),
  })

/** The client has written to staff: a remark, or an answer. */
export const threadLetterToStaff = (
  agreement: AgreementFacts,
  thread: ThreadFacts,
  around: Around,
  isRemark: boolean,
) =>
  ({
    ...(isRemark
      ? { template: 'remarked_staff', values: { ...values(agreement, around), замечание: thread.text } }
      : { template: 'answered_by_client', values: { ...about(agreement, thread, around), текст: thread.text } }),
    ...known(agreement, thread),
    ...forStaff(agreement, around),
  }) satisfies LetterContent

const NO_REASON = 'не указана'

export const closedForAuthor =
  (remark: string, reason: string): ForClient =>
  (agreement, around, token) => ({
    template: 'closed_client',
    values: { ...about(agreement, { remark }, around), причина: reason || NO_REASON },
    facts: [...facts(agreement), ['Замечание', begun(remark)]],
    ...way(agreement, around, token),
  })

export const dueForStaff = (
  agreement: AgreementFacts,
  { remark, due, owner }: { remark: string; due: string; owner: string },
  around: Around,
): LetterContent => ({
  template: 'remark_due',
  values: { ...about(agreement, { remark }, around), срок: dayInWords(due), отвечает: oneLine(owner) },
  facts: facts(agreement),
  ...forStaff(agreement, around),
})
