import { msSince } from '../../platform/elapsed.ts'
import { refusals } from '@vypusk/contract'
import type { Answer, Policy } from '../../platform/ability.ts'
import type { Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'
import { MOST_REMINDERS } from './rules/reminding.ts'

interface PublicationFacts {
  isWithdrawn: boolean
}

const WITHDRAWN: RefusalSpec = [422, 'Публикация уже отозвана']

/** The rights to a publication: staff send letters and copies again, withdraw it and correct it. */
export const publicationPolicy: Policy<'resend' | 'withdraw' | 'correct', Pick<Person, 'isRivc'>, PublicationFacts> = {
  resend: ({ isRivc }) => isRivc || refusals.staff_only,
  withdraw: ({ isRivc }, { isWithdrawn }) => {
    if (!isRivc) return refusals.staff_only
    return isWithdrawn ? WITHDRAWN : true
  },
  correct: ({ isRivc }) => isRivc || refusals.staff_only,
}

export const WHOSE = 'Укажите, за какую компанию отмечаете'
export const NOT_HANDED = 'Компания не получила этот релиз'

/** Why a waiting copy is not sent: the company was put on the list, or the release was hidden. */
export const NO_LONGER_THEIRS = 'Компания больше не получает этот релиз'

/** The same for a withdrawn publication. */
export const TAKEN_BACK = 'Публикация отозвана'

/** The whole draft is refused; the field errors give the reasons. */
export const BAD_DRAFT: RefusalSpec = [422, 'Публикацию нельзя выпустить: проверьте отмеченное']

/** Companies, people or files have changed since the preview. */
export const NOT_AS_SHOWN: RefusalSpec = [
  409,
  'Пока вы проверяли, изменилось, кто что получит. Посмотрите ещё раз и опубликуйте',
]

export const reasons = {
  nothingToFetch: [422, 'Напоминать не о чем: файлы скачаны, получение отмечено, или прошло больше месяца'],
  nobodyToRemind: [422, 'Напомнить некому: среди получателей публикации нет людей этой компании с почтовым адресом'],
  remindedLately: [422, 'Компании напомнили меньше 12 часов назад: дайте ей время'],
  remindedEnough: [422, `Компании напомнили уже ${MOST_REMINDERS} раз: позвоните ей`],
} as const satisfies Record<string, RefusalSpec>

interface Reminded {
  has_addressee: boolean
  sent: readonly { at: string }[]
}

const BETWEEN_REMINDERS_MS = 12 * 3600 * 1000

/**
 * Whether a company may be reminded of its files: it has files to fetch, and was not reminded too recently or too
 * often. @param now milliseconds since 1970
 */
export function mayRemindOfFiles(ladder: Reminded | undefined, now: number): Answer {
  if (!ladder) return reasons.nothingToFetch
  if (!ladder.has_addressee) return reasons.nobodyToRemind
  if (ladder.sent.length >= MOST_REMINDERS) return reasons.remindedEnough
  const isLately = ladder.sent.some(({ at }) => msSince(at, now) < BETWEEN_REMINDERS_MS)
  return isLately ? reasons.remindedLately : true
}
