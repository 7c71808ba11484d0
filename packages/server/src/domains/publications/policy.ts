import { refusals } from '@vypusk/contract'
import type { Policy } from '../../platform/ability.ts'
import type { Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

/** Staff send letters and copies again. */
export const publicationPolicy: Policy<'resend', Pick<Person, 'isRivc'>, null> = {
  resend: ({ isRivc }) => isRivc || refusals.staff_only,
}

export const WHOSE = 'Укажите, за какую компанию отмечаете'
export const NOT_HANDED = 'Компания не получила этот релиз'

/** Why a copy that waited does not go: the company was put on the list, or the release was hidden. */
export const NO_LONGER_THEIRS = 'Компания больше не получает этот релиз'

/** The whole draft is refused: field errors say why. */
export const BAD_DRAFT: RefusalSpec = [422, 'Публикацию нельзя выпустить: проверьте отмеченное']
