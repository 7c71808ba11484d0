import type { Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

export const reasons = {
  underWay: [422, 'Письмо уже отправляется, подождите результата'],
  copying: [422, 'Файл уже копируется, подождите результата'],
  noFtp: [422, 'Копирование на FTP не настроено: задайте FTP_URL'],
  noTemplate: [404, 'Такого письма нет'],
  noAddress: [422, 'У вас нет адреса почты: укажите его в разделе «Люди», и пробное письмо можно будет отправить'],
} as const satisfies Record<string, RefusalSpec>

/** Deliveries about these things are shown to all staff; about accounts, notices and webhooks only to administrators. */
const SHOWN_TO_STAFF: ReadonlySet<string> = new Set([
  'request',
  'release',
  'agreement',
  'withdrawn',
  'publication',
  'backup',
])

/** Whether a member of staff is shown a delivery, wherever deliveries are listed. */
export const isShownTo = (
  { isAdmin, can_enter_registry }: Pick<Person, 'isAdmin' | 'can_enter_registry'>,
  { entity }: { entity: string },
): boolean => isAdmin || SHOWN_TO_STAFF.has(entity) || (entity === 'registry_entry' && can_enter_registry)

interface Repeated {
  kind: string
  state: string
  attempts: number
}

/** Whether a delivery may be repeated: one that no worker has tried yet would only be sent twice. */
export function mayRepeat({ kind, state, attempts }: Repeated, { hasFtp }: { hasFtp: boolean }): RefusalSpec | true {
  if (kind === 'ftp' && !hasFtp) return reasons.noFtp
  if (state !== 'queued' || attempts > 0) return true
  return kind === 'ftp' ? reasons.copying : reasons.underWay
}

/** Whether the caller may send a test letter, which goes to their own address only. */
export const mayTest = ({ email }: Pick<Person, 'email'>): RefusalSpec | true =>
  email === null ? reasons.noAddress : true
