import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { abilities, done, id, idText, line, moment } from '../values.ts'

/** What a person shows in addition to a password kept here: codes of an application, passkeys, recovery codes. */

/** Minutes within which a set-up must be finished and a passkey's challenge answered. */
export const ANSWER_MINUTES = 10
export const RECOVERY_CODES = 10
export const MOST_FACTORS = 10

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/)

/** A credential as `navigator.credentials` returns it, in JSON. Its id has at most 1 023 bytes. */
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
}

/** The answer of a passkey at sign-in. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(2000),
    signature: base64url(2000),
    userHandle: z.string().max(200).optional(),
  }),
})

/** The data of a new passkey. */
const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
})

/** Options for `navigator.credentials`. */
const options = z.record(z.string(), z.unknown())

/** The ways to continue a sign-in after the right password. */
export const ways = z.object({
  /** By a code of an application. */
  totp: z.boolean(),
  /** Options for a passkey; null when the person has none that works at this address. */
  passkey: options.nullable(),
  /** Whether recovery codes are left. */
  recovery: z.boolean(),
})
export type Ways = z.output<typeof ways>

const factor = z.object({
  id,
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
})
export type Factor = z.output<typeof factor>

const mine = {
  access: 'any',
  bySessionOnly: true,
  settingUp: true,
} as const
const current_password = z.string().min(1, 'Введите пароль').max(1000)
const passwordAgain = z.object({ current_password })
const name = line(100, { empty: 'Назовите, чтобы потом узнать' })
const ASKS = '422 for a wrong password and for a person who signs in elsewhere, 429 after 10 wrong ones in 15 minutes.'

export const get = endpoint({
  ...mine,
  method: 'GET',
  path: '/user/second-factor',
  summary: "The caller's second factors, whether one is required, and what may be added.",
  reply: z.object({
    is_demanded: z.boolean(),
    factors: z.array(factor),
    recovery_left: z.int().min(0),
    abilities: abilities('totp', 'passkey'),
  }),
})

export const beginTotp = endpoint({
  ...mine,
  method: 'POST',
  path: '/user/second-factor/totp',
  summary: `Starts adding an application: the secret that its codes are derived from, as text and as the address for its QR code. Valid for 10 minutes, for the \`key\` alone. ${ASKS}`,
  body: passwordAgain,
  reply: z.object({ key: z.string(), secret: z.string(), url: z.string() }),
})

/** The message, and recovery codes when this is the person's first factor. */
const added = done.extend({ recovery_codes: z.array(z.string()).nullable() })

export const finishTotp = endpoint({
  ...mine,
  method: 'POST',
  path: '/user/second-factor/totp/finish',
  summary:
    'Adds the application by a code it shows. Ends the other sessions; the first factor comes with recovery codes, shown only this once. 422 for a wrong code and for a set-up started too long ago.',
  body: z.object({ key: z.string().min(1).max(100), name, code: z.string().min(1, 'Введите код').max(20) }),
  reply: added,
})

export const beginPasskey = endpoint({
  ...mine,
  method: 'POST',
  path: '/user/second-factor/passkey',
  summary: `Starts adding a passkey: the options for the browser. ${ASKS}`,
  body: passwordAgain,
  reply: z.object({ options }),
})

export const finishPasskey = endpoint({
  ...mine,
  method: 'POST',
  path: '/user/second-factor/passkey/finish',
  summary:
    'Adds the passkey the browser has created. Ends the other sessions; the first factor comes with recovery codes, shown only this once. 422 for one created for another site or another challenge, and for one that was already added.',
  body: z.object({ name, passkey: newPasskey }),
  reply: added,
})

export const remove = endpoint({
  ...mine,
  method: 'POST',
  path: '/user/second-factor/:id/remove',
  summary: `Removes a factor and ends the other sessions; the recovery codes are removed with the last one. 404 for one that is not the caller's, 422 for the last one where one is required. ${ASKS}`,
  params: z.object({ id: idText }),
  body: passwordAgain,
  reply: done,
})

export const renewRecovery = endpoint({
  ...mine,
  method: 'POST',
  path: '/user/second-factor/recovery',
  summary: `Creates ten new recovery codes, shown only this once; the earlier ones stop working. 422 without a factor. ${ASKS}`,
  body: passwordAgain,
  reply: z.object({ recovery_codes: z.array(z.string()) }),
})
