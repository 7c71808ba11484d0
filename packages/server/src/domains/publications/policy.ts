import { refusals } from '@vypusk/contract'
import type { Policy } from '../../platform/ability.ts'
import type { Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

interface PublicationFacts {
  isWithdrawn: boolean
}

const WITHDRAWN: RefusalSpec = [422, 'Публикация уже отозвана']

/** Staff send letters and copies again, take a publication back and correct it. */
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

/** Why a copy that waited does not go: the company was put on the list, or the release was hidden. */
export const NO_LONGER_THEIRS = 'Компания больше не получает этот релиз'

/** The same of one that was taken back. */
export const TAKEN_BACK = 'Публикация отозвана'

/** The whole draft is refused: field errors say why. */
export const BAD_DRAFT: RefusalSpec = [422, 'Публикацию нельзя выпустить: проверьте отмеченное']
