import { live } from '@vypusk/contract'
import type { AnyEndpoint, BodyInput, ParamsInput, QueryInput, ReplyOf } from '@vypusk/contract'
import { fillPath, queryString } from './address.ts'
import { ApiError, NO_CONNECTION, OWN_FAULT } from './api-error.ts'
import type { OnRefusal, Refused } from './api-error.ts'
import { takeEarly } from './early.ts'
import { carriedOut, matterOf } from './matter.ts'
import { createRepeatKeys } from './repeat-keys.ts'
import { session } from './session.ts'
import { streamKey } from './stream-key.ts'

/** A part of the input is accepted only if the endpoint has it, and optional if `{}` would do. */
type Part<Name extends string, Input> = [Input] extends [undefined]
  ? { [name in Name]?: undefined }
  : object extends Input
    ? { [name in Name]?: Input }
    : { [name in Name]: Input }

export type CallInput<E> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>> & {
    signal?: AbortSignal
    /** `throw` keeps 403 and 404 from turning the page into /error403 or /error404. */
    onRefusal?: OnRefusal
    /**
     * Attempts at the same thing share a key, so that a creating call is carried out once (api.md). To be given where
     * attempts count as the same although what they send differs.
     */
    idempotencyKey?: string
    /** The call outlives the page: for what is saved while the page closes. */
    keepalive?: boolean
  }

interface LooseInput {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
  onRefusal?: OnRefusal
  idempotencyKey?: string
  keepalive?: boolean
}

/**
 * Returns a new random key. Does not use `crypto.randomUUID`, which is not available over plain HTTP in an office
 * network.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const addressOf = (endpoint: AnyEndpoint, input: LooseInput): string =>
  `/api${fillPath(endpoint.path, input.params as Record<string, unknown>)}${queryString(input.query as Record<string, unknown>)}`

const isReading = ({ method, reads }: AnyEndpoint) => method === 'GET' || reads === true

export function headersOf(endpoint: AnyEndpoint, input: LooseInput): Record<string, string> {
  const token = session.get()?.token
  const stream = streamKey.get()
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(input.body === undefined || input.body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
    ...(endpoint.creates ? { 'Idempotency-Key': input.idempotencyKey ?? newKey() } : {}),
    ...(stream && !isReading(endpoint) ? { [live.STREAM_HEADER]: stream } : {}),
  }
}

const bodyOf = ({ body }: LooseInput): FormData | string | undefined =>
  body === undefined ? undefined : body instanceof FormData ? body : JSON.stringify(body)

/**
 * Sends the call and returns the raw response.
 * @throws ApiError when it is refused or does not reach the server
 */
export async function send(endpoint: AnyEndpoint, input: LooseInput): Promise<Response> {
  const onRefusal = input.onRefusal ?? 'page'
  const token = session.get()?.token
  const { signal, keepalive } = input
  const { method } = endpoint
  const [address, body] = [addressOf(endpoint, input), bodyOf(input)]
  const matter = matterOf(method, address, input.body)
  const made = body instanceof FormData ? undefined : takeEarly({ method, address, body, token })
  const init = { method, headers: headersOf(endpoint, input), body, signal, keepalive }
  const response = await (made ?? fetch(address, init)).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError({ status: 0, message: NO_CONNECTION, errors: {}, data: {}, onRefusal, matter })
  })
  if (!response.ok) throw await refusalOf(response, { onRefusal, token, matter })
  carriedOut(matter)
  return response
}

async function refusalOf(
  response: Response,
  request: Pick<Refused, 'onRefusal' | 'token' | 'matter'>,
): Promise<ApiError> {
  const data = await readBody(response)
  return new ApiError({
    status: response.status,
    message: typeof data['message'] === 'string' ? data['message'] : OWN_FAULT,
    errors: (data['errors'] ?? {}) as Record<string, string[]>,
    data,
    ...request,
  })
}

/** Reads a JSON reply; a proxy on the way may answer with a page of its own, which gives `{}`. */
const readBody = async (response: Response): Promise<Record<string, unknown>> => {
  try {
    return (await response.json()) as Record<string, unknown>
  } catch {
    return {}
  }
}

const withRepeatKey = createRepeatKeys(newKey, () => performance.now())

/**
 * Calls an endpoint of the contract. A creating call that is repeated unchanged after its answer was lost is carried out
 * once.
 * @example const { user } = await call(auth.getUser, {})
 * @throws ApiError with the server's sentence, field errors and the rest of its reply
 */
export async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> {
  const attempt = async (made: LooseInput) => (await (await send(endpoint, made)).json()) as ReplyOf<E>
  if (!endpoint.creates || input.idempotencyKey !== undefined || input.body instanceof FormData) return attempt(input)
  // What is asked of the reply, in the query, may have changed when the same is said again.
  const where = `${session.get()?.token} ${addressOf(endpoint, { params: input.params })}`
  const said = JSON.stringify(input.body) ?? ''
  return withRepeatKey(where, said, (idempotencyKey) => attempt({ ...input, idempotencyKey }))
}
