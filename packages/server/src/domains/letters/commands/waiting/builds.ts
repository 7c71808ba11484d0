import type { Db, Deps } from '../../../../platform/call.ts'
import { toTryAgain } from '../../../agreements/port.ts'
import { agreementAround } from '../../queries/agreements.ts'
import { eventsBy } from '../../queries/letters.ts'
import { tryAgain } from '../../templates/trial-letters.ts'
import { ANSWER_LINK, aroundThen, needless, writtenAgain, type Outcome, type Waiting } from './letters.ts'

/** Letters about a build on the test environment that waited. */

const ALL_TRIED = 'Проверять заново больше нечего'
const OTHER_BUILD = 'На тестовом стенде уже другая сборка: о ней уходит другое письмо'

/**
 * The letter with what fails by now, by the present date. Each build causes a letter of its own, so one about an
 * earlier build is not sent.
 */
export async function buildLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const again = await toTryAgain(db, waiting.entity_id)
  if (again.requests.length === 0) return needless(ALL_TRIED)
  if ((waiting.data as { build?: string }).build !== again.build) return needless(OTHER_BUILD)
  const [agreement, [event]] = await Promise.all([
    agreementAround(db, waiting.entity_id),
    eventsBy.all(db, { ids: [waiting.event_id] }),
  ])
  const [, token = ''] = ANSWER_LINK.exec(waiting.text) ?? []
  const around = aroundThen(deps, waiting, event?.name ?? '')
  return writtenAgain(db, deps, tryAgain(again)(agreement, around, { token }))
}
