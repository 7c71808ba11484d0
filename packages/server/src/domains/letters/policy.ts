import type { Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

export const reasons = {
  underWay: [422, 'Письмо уже отправляется, подождите результата'],
  copying: [422, 'Файл уже копируется, подождите результата'],
  noFtp: [422, 'Копирование на FTP не настроено: задайте FTP_URL'],
  noTemplate: [404, 'Такого письма нет'],
  noAddress: [422, 'У вас нет адреса почты: укажите его в разделе «Люди», и пробное письмо можно будет отправить'],
} as const satisfies Record<string, RefusalSpec>

interface Repeated {
  kind: string
  state: string
  attempts: number
}

/** Repeating a delivery that no worker has touched yet would only send it twice. */
export function mayRepeat({ kind, state, attempts }: Repeated, { hasFtp }: { hasFtp: boolean }): RefusalSpec | true {
  if (kind === 'ftp' && !hasFtp) return reasons.noFtp
  if (state !== 'queued' || attempts > 0) return true
  return kind === 'ftp' ? reasons.copying : reasons.underWay
}

/** A test letter goes to whoever asks for it, and to nobody else. */
export const mayTest = ({ email }: Pick<Person, 'email'>): RefusalSpec | true =>
  email === null ? reasons.noAddress : true
