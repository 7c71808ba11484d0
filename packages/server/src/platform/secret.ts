import { createHash, randomBytes } from 'node:crypto'

/** Long enough that nobody guesses one; made for an address, a letter or a header. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Sessions, tokens and links are kept as this only: a stolen table opens nothing. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()
