import { requests } from '@vypusk/contract'
import { sentenceOf } from '../../api/api-error.ts'
import { inParts } from '../../api/in-parts.ts'

export type Refused = { id: number; reason: string }[]

/**
 * Saves marked requests, as many at once as one call takes; when a later call fails, what it leaves is refused with the
 * reason.
 * @throws the refusal of the first call, after which nothing is saved
 */
export async function saveInParts<Had, More>(
  ids: readonly number[],
  send: (part: number[]) => Promise<{ saved: number[]; refused: Refused; before: Had[] } & More>,
) {
  const { replies, left, failure } = await inParts(ids, send, requests.MOST_AT_ONCE)
  const unsaved = left.map((id) => ({ id, reason: sentenceOf(failure) }))
  return {
    replies,
    saved: replies.flatMap(({ saved }) => saved),
    refused: [...replies.flatMap(({ refused }) => refused), ...unsaved],
    before: replies.flatMap(({ before }) => before),
  }
}
