import type { scopes } from '@vypusk/contract'
import { oneLine } from '../../../platform/text/plain-text.ts'
import {
  facts,
  forAnswer,
  forClient,
  values,
  type AgreementFacts,
  type Around,
  type QuestionContent,
  type NoticeContent,
} from './agreement-letters.ts'

/** Letters about a changed scope. */

type Difference = Pick<scopes.ScopeDifference, 'added' | 'removed' | 'changed'>

/** The most lines; the rest is counted, and the page behind the button lists all of them. */
const MOST_LINES = 20

const named = ({ kind, id, title }: scopes.ScopePart) =>
  kind === 'request' ? `№ ${id} ${oneLine(title)}` : oneLine(title)

/** «Добавлено: № 12 Печать», a line for each change. */
export function differenceInWords({ added, removed, changed }: Difference): string {
  const lines = [
    ...added.map((part) => `Добавлено: ${named(part)}`),
    ...removed.map((part) => `Убрано: ${named(part)}`),
    ...changed.map((part) => `Изменено: ${named(part)}`),
  ]
  const rest = lines.length - MOST_LINES
  return [...lines.slice(0, MOST_LINES), ...(rest > 0 ? [`И ещё изменений: ${rest}`] : [])].join('\n')
}

const scopeContent = (agreement: AgreementFacts, around: Around, difference: Difference) => ({
  values: { ...values(agreement, around), изменения: differenceInWords(difference) },
  facts: facts(agreement),
})

export const scopeQuestion =
  (difference: Difference): QuestionContent =>
  (agreement, around, asking) => ({
    template: 'scope_asked',
    ...scopeContent(agreement, around, difference),
    ...forAnswer(agreement, around, asking),
  })

export const scopeAnew =
  (difference: Difference): QuestionContent =>
  (agreement, around, asking) => ({
    template: 'scope_anew',
    ...scopeContent(agreement, around, difference),
    ...forAnswer(agreement, around, asking),
  })

export const scopeNotice =
  (difference: Difference): NoticeContent =>
  (agreement, around) => ({
    template: 'scope_told',
    ...scopeContent(agreement, around, difference),
    ...forClient(agreement, around),
  })

/** The scope is again as agreed, and the client still has to answer. */
export const scopeReturnedAsking =
  (difference: Difference): QuestionContent =>
  (agreement, around, asking) => ({
    template: 'scope_returned_asked',
    ...scopeContent(agreement, around, difference),
    ...forAnswer(agreement, around, asking),
  })

export const scopeReturned =
  (difference: Difference): NoticeContent =>
  (agreement, around) => ({
    template: 'scope_returned',
    ...scopeContent(agreement, around, difference),
    ...forClient(agreement, around),
  })
