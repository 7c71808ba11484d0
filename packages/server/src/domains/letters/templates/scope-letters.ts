import type { scopes } from '@vypusk/contract'
import { oneLine } from '../../../platform/plain-text.ts'
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

/** What letters about a changed scope say. */

type Difference = Pick<scopes.ScopeDifference, 'added' | 'removed' | 'changed'>

/** More are counted: the page behind the button has them all. */
const MOST_LINES = 20

const named = ({ kind, id, title }: scopes.ScopePart) =>
  kind === 'request' ? `№ ${id} ${oneLine(title)}` : oneLine(title)

/** «Добавлено: № 12 Печать», a line each. */
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

/** It is again what was agreed, and the client is still asked for its word. */
export const scopeReturnedAsking =
  (difference: Difference): QuestionContent =>
  (agreement, around, asking) => ({
    template: 'scope_returned',
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
