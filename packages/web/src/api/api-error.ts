import { refusals } from '@vypusk/contract'

/** What a page load does with a refusal: the whole page answers (brief, section 8), or the caller does. */
export type OnRefusal = 'page' | 'throw'

export interface Refused {
  /** 0 when the server could not be reached at all. */
  status: number
  message: string
  /** Sentences by field name, as the server wrote them. */
  errors: Record<string, string[]>
  /** Everything else the reply said: `current` of a stale write, `id` of an existing agreement. */
  data: Record<string, unknown>
  onRefusal: OnRefusal
  /** In whose name it was asked: the 401 of a session that is over says nothing of the present one. */
  token?: string | undefined
}

/** A call that was refused or did not get through. `message` is the server's Russian sentence. */
export class ApiError extends Error implements Refused {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly data: Record<string, unknown>
  readonly onRefusal: OnRefusal
  readonly token: string | undefined

  constructor(refused: Refused) {
    super(refused.message)
    this.status = refused.status
    this.errors = refused.errors
    this.data = refused.data
    this.onRefusal = refused.onRefusal
    this.token = refused.token
  }
}

export const NO_CONNECTION = 'Нет связи с сервером. Проверьте сеть и повторите: введённое сохранено на экране'
export const OWN_FAULT = refusals.own_fault[1]

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** The sentence to show for anything that was thrown. */
export const sentenceOf = (error: unknown): string => (isApiError(error) ? error.message : OWN_FAULT)

/** The network failed, not the server's answer: worth another try. */
export const isNetworkFailure = (error: unknown): boolean => isApiError(error) && error.status === 0

/** The server failed: it has neither refused nor said that it is out of reach for a moment (503). */
export const isServerFault = (error: unknown): error is ApiError =>
  isApiError(error) && error.status >= 500 && error.status !== 503

const TAKEN_BACK = 'Нет связи с сервером, прежнее значение возвращено. Проверьте сеть и повторите'

/** The same for a change that stood on the screen already and has been taken back. */
export const sentenceOfReturned = (error: unknown): string => (isNetworkFailure(error) ? TAKEN_BACK : sentenceOf(error))
