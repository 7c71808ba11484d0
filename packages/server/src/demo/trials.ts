import { inQuotes } from '@vypusk/contract'
import type { Agreement, Asking, RecordChange } from './agreement-shapes.ts'
import type { Person } from './people.ts'
import { isDone, type Release } from './releases.ts'
import { duringWork, type Moment } from './time.ts'

/** What companies tried of their requests on the test environment, and what did not work there. */

type Tried = Release['tried'][number]

const failures = [
  'Вторая страница формы пустая.',
  'Итог не сходится с отчётом за месяц.',
  'Кнопка есть, но ничего не происходит.',
]

/** Requests that the company can try: none for a release that is not on test or is already published. */
export const triable = ({ release, company, isPublishedOnTestEnv }: Agreement): Tried[] =>
  isPublishedOnTestEnv && !isDone(release) ? release.tried.filter(({ idcomp }) => idcomp === company.idcomp) : []

interface Trying {
  making: Asking
  agreement: Agreement
  record: RecordChange
  person: Person
}

/** Writes verdicts that requests work, within this time; the first request is left for one that does not. */
export function announceTrials(trying: Trying, from: Moment, until: Moment): void {
  const { making, agreement } = trying
  const { random } = making
  if (agreement.holds.size === 0 && !random.chance(0.6)) return
  const [, ...others] = triable(agreement)
  const working = others.filter(() => random.chance(0.7))
  const step = (until - from) / (working.length + 2)
  for (const [index, request] of working.entries()) {
    recordVerdict(trying, request, { verdict: 'works', comment: '', thread_id: null, at: from + step * (index + 1) })
  }
}

/**
 * Writes a verdict that a request does not work.
 * @returns the text of the remark it raises
 */
export function announceFailure(trying: Trying, request: Tried, at: Moment): string {
  const { making, agreement } = trying
  const comment = making.random.pick(failures)
  // An agreement has at most one remark, with the same id.
  const after = recordVerdict(trying, request, { verdict: 'fails', comment, thread_id: agreement.id, at })
  return `${after}. ${comment}`
}

interface Verdict {
  verdict: 'works' | 'fails'
  comment: string
  thread_id: number | null
  at: Moment
}

const words = { works: 'проверено', fails: 'не работает' } as const

/** @returns the text in the history */
function recordVerdict({ making, agreement, record, person }: Trying, request: Tried, verdict: Verdict): string {
  const { id, release } = agreement
  const { comment, thread_id, at } = verdict
  const after = `Заявка ${request.id} ${inQuotes(request.e_title)}: ${words[verdict.verdict]}, сборка ${release.build}`
  record({ field: 'tried', before: '', after, person, at, note: comment || null })
  making.load.add('test_results', [
    (making.results += 1),
    id,
    request.id,
    release.build,
    verdict.verdict,
    comment,
    person.id,
    false,
    duringWork(at),
    thread_id,
  ])
  return after
}
