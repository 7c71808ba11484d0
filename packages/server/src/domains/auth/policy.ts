import type { RefusalSpec } from '../../platform/refusal.ts'

/** Seconds a sign-in lasts. */
export const SESSION_SECONDS = 14 * 24 * 3600
/** api.md: `pageSettings` is at most 32 KiB of JSON. */
export const MAX_SETTINGS_BYTES = 32 * 1024

/** A blocked person's right password still opens nothing. */
export const mayEnter = (user: { is_blocked: boolean }): boolean => !user.is_blocked

/** How long the link of a password letter lives: over a weekend. */
export const PASSWORD_LINK_MS = 3 * 24 * 3600 * 1000

export const DEAD_LINK: RefusalSpec = [
  404,
  'Ссылка больше не действует: по ней уже задали пароль, прошло три дня или отправлена новая. Попросите администратора выслать её ещё раз',
]
