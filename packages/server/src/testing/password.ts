import { hashPassword } from '../platform/password.ts'

/** Everybody's password in tests and in the demo. */
export const PASSWORD = 'demo'
let passwordHash: Promise<string> | undefined

/** The hash of PASSWORD, computed once per run. */
export const demoHash = () => (passwordHash ??= hashPassword(PASSWORD))
