import { hash } from '@node-rs/argon2'

/** Everybody's password in tests and in the demo. */
export const PASSWORD = 'demo'
let passwordHash: Promise<string> | undefined

/**
 * The hash of PASSWORD, computed once per worker. It costs argon2's least, because verifying a password costs what its
 * hash says: sign-ins at the product's cost took a twentieth of the run.
 */
export const demoHash = () => (passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 }))
