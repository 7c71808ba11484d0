import type { Ability } from '@vypusk/contract'
import type { Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

export const STAFF_RESENDS = 'Письма повторяют сотрудники'

/** Clients speak for themselves, staff for whoever rang or wrote. */
export const abilitiesFor = ({ isRivc }: Person): { resend: Ability; confirm: Ability } => ({
  resend: isRivc || STAFF_RESENDS,
  confirm: true,
})

export const WHOSE = 'Укажите, за какую компанию отмечаете'
export const NOT_HANDED = 'Компания не получила этот релиз'

/** Why a copy that waited does not go: the company was put on the list, or the release was hidden. */
export const NO_LONGER_THEIRS = 'Компания больше не получает этот релиз'

/** The whole draft is refused: field errors say why. */
export const BAD_DRAFT: RefusalSpec = [422, 'Публикацию нельзя выпустить: проверьте отмеченное']
