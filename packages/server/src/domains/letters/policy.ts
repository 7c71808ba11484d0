import type { RefusalSpec } from '../../platform/refusal.ts'

export const reasons = {
  underWay: [422, 'Письмо уже отправляется, подождите результата'],
  copying: [422, 'Файл уже копируется, подождите результата'],
  noFtp: [422, 'Копирование на FTP не настроено: задайте FTP_URL'],
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
