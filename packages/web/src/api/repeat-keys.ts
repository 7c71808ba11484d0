import { isApiError } from './api-error.ts'

/**
 * How long a call is remembered whose answer was lost, in ms. By then the screen has shown whether it was carried out,
 * and whoever says the same again means it anew, for example because it was deleted meanwhile.
 */
const KEPT_FOR = 15 * 60_000

/** Whether the server refused, so that nothing was made; otherwise it may have carried out the call and the reply was lost. */
const isRefused = (error: unknown): boolean => isApiError(error) && error.status > 0 && error.status < 500

interface Unanswered {
  key: string
  said: string
  at: number
}

/**
 * Keeps the idempotency keys of calls whose answer was lost. The person sees that there is no connection and presses
 * again: with the same key the server carries out both attempts once. An edited call says something else and gets a key
 * of its own; once it has been answered, the former words would be said anew.
 */
export function createRepeatKeys(newKey: () => string, now: () => number) {
  const unanswered = new Map<string, Unanswered[]>()
  /**
   * @param where what is called, and by whom
   * @param said the rest of the call: equal for attempts at the same thing
   */
  return async <Reply>(where: string, said: string, attempt: (key: string) => Promise<Reply>): Promise<Reply> => {
    const began = now()
    const known = unanswered.get(where)?.find((each) => each.said === said && began - each.at < KEPT_FOR)
    const key = known?.key ?? newKey()
    const others = () => (unanswered.get(where) ?? []).filter((each) => each.said !== said)
    try {
      const reply = await attempt(key)
      // Calls beside this one may have been lost while it was under way.
      const beside = others().filter(({ at }) => at > began)
      if (beside.length > 0) unanswered.set(where, beside)
      else unanswered.delete(where)
      return reply
    } catch (error) {
      if (!isRefused(error)) unanswered.set(where, [...others(), { key, said, at: now() }])
      throw error
    }
  }
}
