import type { Ability } from '@vypusk/contract'
import type { Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

export const STAFF_RESENDS = 'Письма повторяют сотрудники'

export const abilitiesFor = ({ isRivc }: Person): { resend: Ability } => ({ resend: isRivc || STAFF_RESENDS })

/** The whole draft is refused: field errors say why. */
export const BAD_DRAFT: RefusalSpec = [422, 'Публикацию нельзя выпустить: проверьте отмеченное']
