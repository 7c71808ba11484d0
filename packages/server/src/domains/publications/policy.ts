import type { Ability } from '@vypusk/contract'
import type { Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

export const STAFF_RESENDS = 'Письма повторяют сотрудники'

export const abilitiesFor = ({ isRivc }: Person): { resend: Ability } => ({ resend: isRivc || STAFF_RESENDS })

/** Why a copy that waited does not go: the company was put on the list, or the release was hidden. */
export const NO_LONGER_THEIRS = 'Компания больше не получает этот релиз'

/** The whole draft is refused: field errors say why. */
export const BAD_DRAFT: RefusalSpec = [422, 'Публикацию нельзя выпустить: проверьте отмеченное']
