import { hash, randomBytes } from 'node:crypto'

/** A secret too long to be guessed, for use in an address, a letter or a header. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Sessions, tokens and links are stored only as this hash, so that a stolen table gives no access. */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')
