import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A passkey in software: answers like a browser with an authenticator, at a given address. */
export interface Authenticator {
  create(options: Record<string, unknown>): Created
  get(options: Record<string, unknown>): Assertion
}

interface Credential<Response> {
  id: string
  rawId: string
  type: 'public-key'
  response: Response
}
type Created = Credential<{ clientDataJSON: string; attestationObject: string; transports: string[] }>
type Assertion = Credential<{ clientDataJSON: string; authenticatorData: string; signature: string }>

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const PRESENT = 0x01
const WITH_KEY = 0x40

/** The key as COSE: ES256 on P-256. */
function coseOf(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
}

export function authenticatorAt(origin: string): Authenticator {
  const host = new URL(origin).hostname
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let count = 0
  const frame = (flags: number) => {
    count += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter])
  }
  const clientData = (type: string, { challenge }: Record<string, unknown>) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const named = { id: text(id), rawId: text(id), type: 'public-key' as const }
  return {
    create: (options) => {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseOf(publicKey)])
      const authData = Buffer.concat([frame(PRESENT | WITH_KEY), credential])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      const attestationObject = text(isoCBOR.encode(attestation as never))
      return {
        ...named,
        response: {
          clientDataJSON: text(clientData('webauthn.create', options)),
          attestationObject,
          transports: ['internal'],
        },
      }
    },
    get: (options) => {
      const [data, client] = [frame(PRESENT), clientData('webauthn.get', options)]
      const signature = text(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey))
      return { ...named, response: { clientDataJSON: text(client), authenticatorData: text(data), signature } }
    },
  }
}
