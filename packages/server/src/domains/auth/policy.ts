/** Seconds a sign-in lasts. */
export const SESSION_SECONDS = 14 * 24 * 3600
/** api.md: `pageSettings` is at most 32 KiB of JSON. */
export const MAX_SETTINGS_BYTES = 32 * 1024

/** A blocked person's right password still opens nothing. */
export const mayEnter = (user: { is_blocked: boolean }): boolean => !user.is_blocked
