import { inQuotes, type trials } from '@vypusk/contract'

/** What somebody said of a request, newest first. */
type Said = Pick<trials.Result, 'verdict' | 'build'>

/**
 * Where a request stands (beyond.md, section 4). Of people who differ the latest counts. Another build asks anew for what
 * failed; what works stays so.
 */
export function trialStateOf(results: readonly Said[], build: string): trials.TrialState {
  const [last] = results
  if (!last) return 'untried'
  const isOfThis = last.build === build
  if (last.verdict === 'works') return isOfThis ? 'works' : 'worked'
  return isOfThis ? 'fails' : 'again'
}

const WORK: readonly trials.TrialState[] = ['works', 'worked']
const FAIL: readonly trials.TrialState[] = ['fails', 'again']

/** Of the requests that the release has now. */
export function progressOf(requests: readonly Pick<trials.Tried, 'in_release' | 'standing'>[]): trials.Progress {
  const own = requests.filter(({ in_release }) => in_release)
  const count = (states: readonly trials.TrialState[]) => own.filter(({ standing }) => states.includes(standing)).length
  return { tried: count(WORK), failing: count(FAIL), total: own.length }
}

/** «сборка 5.8.2», or nothing where staff had named none. */
const ofBuild = (build: string) => (build ? `сборка ${build}` : '')

/** What the history says of a verdict. */
export const verdictInWords = (
  { request_id, e_title, verdict }: { request_id: number; e_title: string; verdict: trials.Verdict },
  build: string,
): string =>
  [`Заявка ${request_id} ${inQuotes(e_title)}: ${verdict === 'works' ? 'проверено' : 'не работает'}`, ofBuild(build)]
    .filter(Boolean)
    .join(', ')

/** The remark that a request which does not work raises. */
export const failureInWords = (
  { request_id, e_title, comment }: { request_id: number; e_title: string; comment: string },
  build: string,
): string => `${verdictInWords({ request_id, e_title, verdict: 'fails' }, build)}. ${comment}`
