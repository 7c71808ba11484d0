import { trials } from '@vypusk/contract'
import { formatMoment } from '../../../ui/dates.ts'

/** «Проверено 3 из 5», with the number of failures. */
export const progressInWords = ({ tried, failing, total }: trials.Progress): string =>
  [`Проверено ${tried} из ${total}`, failing > 0 ? `не работает ${failing}` : ''].filter(Boolean).join(', ')

const ofBuild = (build: string) => (build ? ` на сборке ${build}` : '')

/** The state of a request in words. */
export function stateInWords({ standing, results }: trials.Tried): string {
  const build = results[0]?.build ?? ''
  if (standing === 'untried') return 'не проверяли'
  if (standing === 'again') return `не работало${ofBuild(build)}, проверьте снова`
  return standing === 'fails' ? `не работает${ofBuild(build)}` : `проверено${ofBuild(build)}`
}

/** Who reported it and when: «И. Петров, за клиента, 12.03.2026 14:20». */
export const resultInWords = ({ user, at, on_behalf }: trials.Result): string =>
  [user.name || 'по письму вашей компании', on_behalf ? 'за клиента' : '', formatMoment(at)].filter(Boolean).join(', ')

/** The same for an earlier result, with its verdict and build; the latest result shows its own separately. */
export const earlierInWords = (result: trials.Result): string =>
  [trials.verdictNames[result.verdict], result.build ? `сборка ${result.build}` : '', resultInWords(result)]
    .filter(Boolean)
    .join(', ')

/** What is on the test environment. */
export const standInWords = (build: string): string =>
  build ? `На тестовом стенде сборка ${build}.` : 'Релиз опубликован на тестовом стенде.'
