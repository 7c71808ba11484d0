import type { auth, BodyInput, secondFactor } from '@vypusk/contract'

/** Passkeys in the browser; the library for them is loaded only when it is needed. */

type Options = NonNullable<secondFactor.Ways['passkey']>
type Answer = NonNullable<BodyInput<typeof auth.login>['passkey']>
type Made = BodyInput<typeof secondFactor.finishPasskey>['passkey']

const library = () => import('@simplewebauthn/browser')

/**
 * Has the person present a passkey.
 * @param options as the server returned them; they are meant for the browser only
 */
export async function showPasskey(options: Options): Promise<Answer> {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON: options as never }) as Promise<Answer>
}

/** Has the person create a new passkey. */
export async function makePasskey(options: Options): Promise<Made> {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON: options as never }) as Promise<Made>
}

/** Checks whether the browser supports passkeys, which it does over https and on localhost. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

const SENTENCES: Record<string, string> = {
  NotAllowedError: 'Ключ доступа не показан: окно закрыто или время вышло. Попробуйте ещё раз',
  InvalidStateError: 'Этот ключ доступа уже добавлен. Выберите другое устройство',
  SecurityError: 'Система открыта не по тому адресу, для которого сделаны ключи доступа',
}

/** Returns the message for a passkey that failed; null when the browser gave no known reason. */
export const passkeyTrouble = (error: unknown): string | null =>
  error instanceof Error ? (SENTENCES[error.name] ?? null) : null
