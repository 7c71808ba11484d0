import { inQuotes, type trials } from '@vypusk/contract'
import type { Answer } from '../../../platform/ability.ts'

/** The part of a test result that decides the state of a request. */
type BuildVerdict = Pick<trials.Result, 'verdict' | 'build'>

/**
 * Returns the test state of a request (beyond.md, section 4). When people disagree, the latest result counts. A new
 * build reopens what failed; what works stays so.
 * @param results newest first
 */
export function trialStateOf(results: readonly BuildVerdict[], build: string): trials.TrialState {
  const [last] = results
  if (!last) return 'untried'
  const isOfThis = last.build === build
  if (last.verdict === 'works') return isOfThis ? 'works' : 'worked'
  return isOfThis ? 'fails' : 'again'
}

/**
 * Whether a verdict may be stored for the build that is on test: the one that was shown may have been replaced while it
 * was tried.
 * @param shown null or undefined if the caller names none
 */
export const isOfBuild = (shown: string | null | undefined, build: string): Answer =>
  shown === null || shown === undefined || shown === build
    ? true
    : [409, `На стенде уже другая сборка${build ? ` – ${build}` : ''}: проверьте заявку на ней`]

const WORK: readonly trials.TrialState[] = ['works', 'worked']
const FAIL: readonly trials.TrialState[] = ['fails', 'again']

/** Counts the results for the requests that are in the release now. */
export function progressOf(requests: readonly Pick<trials.Tried, 'in_release' | 'standing'>[]): trials.Progress {
  const own = requests.filter(({ in_release }) => in_release)
  const count = (states: readonly trials.TrialState[]) => own.filter(({ standing }) => states.includes(standing)).length
  return { tried: count(WORK), failing: count(FAIL), total: own.length }
}

/** «сборка 5.8.2», or an empty string where staff had named no build. */
const ofBuild = (build: string) => (build ? `сборка ${build}` : '')

/** Returns a verdict as recorded in the history. */
export const verdictInWords = (
  { request_id, e_title, verdict }: { request_id: number; e_title: string; verdict: trials.Verdict },
  build: string,
): string =>
  [`Заявка ${request_id} ${inQuotes(e_title)}: ${verdict === 'works' ? 'проверено' : 'не работает'}`, ofBuild(build)]
    .filter(Boolean)
    .join(', ')

/** Returns the text of the remark that is raised when a request does not work. */
export const failureInWords = (
  { request_id, e_title, comment }: { request_id: number; e_title: string; comment: string },
  build: string,
): string => `${verdictInWords({ request_id, e_title, verdict: 'fails' }, build)}. ${comment}`
