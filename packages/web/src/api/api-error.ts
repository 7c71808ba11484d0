import { refusals } from '@vypusk/contract'

/** Who handles the refusal of a page load: the whole page (brief, section 8) or the caller. */
export type OnRefusal = 'page' | 'throw'

export interface Refused {
  /** 0 when the server could not be reached. */
  status: number
  message: string
  /** The server's error messages by field name. */
  errors: Record<string, string[]>
  /** The rest of the reply, such as `current` of a stale write or `id` of an existing agreement. */
  data: Record<string, unknown>
  onRefusal: OnRefusal
  /** The token the request was sent with: a 401 for a session that has ended does not concern the present one. */
  token?: string | undefined
  /** What was attempted (`matterOf`). */
  matter?: string | undefined
}

/** A call that was refused or did not reach the server. `message` is the server's sentence in Russian. */
export class ApiError extends Error implements Refused {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly data: Record<string, unknown>
  readonly onRefusal: OnRefusal
  readonly token: string | undefined
  readonly matter: string | undefined

  constructor(refused: Refused) {
    super(refused.message)
    this.status = refused.status
    this.errors = refused.errors
    this.data = refused.data
    this.onRefusal = refused.onRefusal
    this.token = refused.token
    this.matter = refused.matter
  }
}

export const NO_CONNECTION = 'Нет связи с сервером. Проверьте сеть и повторите: введённое сохранено на экране'
export const OWN_FAULT = refusals.own_fault[1]

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** Returns the sentence to show for anything that was thrown. */
export const sentenceOf = (error: unknown): string => (isApiError(error) ? error.message : OWN_FAULT)

/** Checks whether the network failed, rather than the server refusing: worth another try. */
export const isNetworkFailure = (error: unknown): boolean => isApiError(error) && error.status === 0

/**
 * Checks whether the server failed. A refusal does not count, nor does a 503, which means that it is briefly
 * unavailable.
 */
export const isServerFault = (error: unknown): error is ApiError =>
  isApiError(error) && error.status >= 500 && error.status !== 503

const TAKEN_BACK = 'Нет связи с сервером, прежнее значение возвращено. Проверьте сеть и повторите'

/** Returns the sentence to show for a change that was already on the screen and has been undone. */
export const sentenceOfReturned = (error: unknown): string => (isNetworkFailure(error) ? TAKEN_BACK : sentenceOf(error))
