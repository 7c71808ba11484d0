import type { auth, BodyInput, secondFactor } from '@vypusk/contract'

/** What the browser asks of a passkey; the library for it is fetched by whoever has one. */

type Options = NonNullable<secondFactor.Ways['passkey']>
type Answer = NonNullable<BodyInput<typeof auth.login>['passkey']>
type Made = BodyInput<typeof secondFactor.finishPasskey>['passkey']

const library = () => import('@simplewebauthn/browser')

/** Has the person show a passkey. @param options as the server gave them, and made for nobody but the browser */
export async function showPasskey(options: Options): Promise<Answer> {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON: options as never }) as Promise<Answer>
}

/** Has the person make a new one. */
export async function makePasskey(options: Options): Promise<Made> {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON: options as never }) as Promise<Made>
}

/** Browsers offer passkeys over https and on the own machine. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

const SENTENCES: Record<string, string> = {
  NotAllowedError: 'Ключ доступа не показан: окно закрыто или время вышло. Попробуйте ещё раз',
  InvalidStateError: 'Этот ключ доступа уже добавлен. Выберите другое устройство',
  SecurityError: 'Система открыта не по тому адресу, для которого сделаны ключи доступа',
}

/** What to say of a passkey that did not come; null for what the browser did not say. */
export const passkeyTrouble = (error: unknown): string | null =>
  error instanceof Error ? (SENTENCES[error.name] ?? null) : null
