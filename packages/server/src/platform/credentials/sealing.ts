import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets that, unlike passwords, have to be readable again: with AES-256-GCM, under a key that is kept
 * elsewhere.
 */
export interface Sealing {
  seal(text: string): string
  /** Undefined for text that was not encrypted with any of the keys. */
  open(sealed: string): string | undefined
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const derived = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'vypusk sealed secrets', 32))

function opened(key: Buffer, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}

/** @param keys the first one encrypts; each of them decrypts what it has encrypted */
export function sealingBy(keys: readonly [string, ...string[]]): Sealing {
  const [first, ...others] = [derived(keys[0]), ...keys.slice(1).map(derived)] as const
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, first, nonce, { authTagLength: TAG_BYTES })
      const closed = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      return [first, ...others].map((key) => opened(key, bytes)).find((text) => text !== undefined)
    },
  }
}
