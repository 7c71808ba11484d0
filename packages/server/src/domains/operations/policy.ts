import type { settings } from '@vypusk/contract'
import type { RefusalSpec } from '../../platform/refusal.ts'

const reasons = {
  mail: [422, 'SMTP_URL не задан: письма складываются файлами в папку outbox, проверять нечего'],
  ftp: [422, 'FTP_URL не задан: файлы публикаций никуда не копируются'],
  backup: [422, 'BACKUP_DIR не задан: копий система сама не делает'],
  sign_in: [422, 'Входят только по паролям этой системы: OIDC_ISSUER и LDAP_URL не заданы'],
} as const satisfies Partial<Record<settings.SettingSection, RefusalSpec>>

interface ConfiguredParts {
  hasSmtp: boolean
  hasFtp: boolean
  hasCorporate: boolean
  hasBackup: boolean
}

/** Whether a part can be checked: it has to be set up. */
export function mayCheck(
  section: settings.SettingSection,
  { hasSmtp, hasFtp, hasCorporate, hasBackup }: ConfiguredParts,
): true | RefusalSpec {
  if (section === 'mail') return hasSmtp || reasons.mail
  if (section === 'ftp') return hasFtp || reasons.ftp
  if (section === 'sign_in') return hasCorporate || reasons.sign_in
  if (section === 'backup') return hasBackup || reasons.backup
  return true
}
