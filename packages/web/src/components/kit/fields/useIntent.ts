import { refusals } from '@vypusk/contract'
import { useRef } from 'react'
import { ApiError, isApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'

/** What the server says of a key that was used is for programs. */
const MADE_BEFORE =
  'Похоже, прошлая попытка удалась, хотя ответ не дошёл: проверьте в списке. Чтобы сделать это ещё раз, нажмите снова'

const isKeyTaken = (error: unknown): error is ApiError => isApiError(error) && error.message === refusals.key_reused[1]

/**
 * What a form is to make, once: its idempotency key lasts as long as its draft, so that neither a repeated click nor a
 * lost reply makes it twice, also if the page was loaded anew since.
 * @param found the draft of an earlier visit
 */
export function useIntent(found: Readonly<Record<string, unknown>> | null) {
  const kept = found?.['intent']
  const current = useRef(typeof kept === 'string' ? kept : null)
  const key = () => (current.current ??= newKey())
  const renew = () => {
    current.current = null
  }
  /** @throws the refusal; if something else was made with the key before, with a sentence that says so */
  const attempt = async <Reply>(save: (key: string) => Promise<Reply>): Promise<Reply> => {
    try {
      const reply = await save(key())
      renew()
      return reply
    } catch (error) {
      if (!isKeyTaken(error)) throw error
      renew()
      const { status, onRefusal, token, matter } = error
      throw new ApiError({ status, message: MADE_BEFORE, errors: {}, data: {}, onRefusal, token, matter })
    }
  }
  return { kept: () => ({ intent: key() }), attempt, renew }
}
