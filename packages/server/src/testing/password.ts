import { hashPassword } from '../platform/password.ts'

/** Everybody's in tests and in the demo. */
export const PASSWORD = 'demo'
let passwordHash: Promise<string> | undefined

/** The hash of PASSWORD, made once a run. */
export const demoHash = () => (passwordHash ??= hashPassword(PASSWORD))
