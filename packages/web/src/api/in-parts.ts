import { agreements } from '@vypusk/contract'
import type { Outcome } from '@vypusk/contract'
import { sentenceOf } from './api-error.ts'

/** Acts on more things than one call takes, such as all agreements of a release. */

/**
 * The things in their order, in parts of as many as one call takes.
 * @param most agreements and companies unless given
 */
export const partsOf = <Item>(items: readonly Item[], most: number = agreements.MOST_AT_ONCE): Item[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, index) => items.slice(index * most, (index + 1) * most))

/** The replies to the calls that succeeded, and what the first one that failed leaves undone. */
interface Parts<Item, Reply> {
  replies: Reply[]
  left: Item[]
  /** Why; undefined when nothing is left. */
  failure: unknown
}

/**
 * Makes a call for each part, one after the other, until one of them fails.
 * @throws the refusal of the first, after which nothing is done
 */
export async function inParts<Item, Reply>(
  items: readonly Item[],
  send: (part: Item[]) => Promise<Reply>,
  most?: number,
): Promise<Parts<Item, Reply>> {
  const replies: Reply[] = []
  const parts = partsOf(items, most)
  for (const [index, part] of parts.entries()) {
    try {
      replies.push(await send(part))
    } catch (failure) {
      if (index === 0) throw failure
      return { replies, left: parts.slice(index).flat(), failure }
    }
  }
  return { replies, left: [], failure: undefined }
}

interface Many<Done, Refused> {
  done: Done[]
  refused: Refused[]
  mail: Outcome
}

const WORSE: Outcome[] = ['none', 'sent', 'queued', 'failed']
export const worst = (a: Outcome, b: Outcome): Outcome => (WORSE.indexOf(a) > WORSE.indexOf(b) ? a : b)

/** The same for a call that answers for each thing separately: things that are left are refused with the reason. */
export async function manyInParts<Item, Done, Refused>(
  items: readonly Item[],
  send: (part: Item[]) => Promise<Many<Done, Refused>>,
  refusedOf: (item: Item, message: string) => Refused,
): Promise<Many<Done, Refused>> {
  const { replies, left, failure } = await inParts(items, send)
  return {
    done: replies.flatMap(({ done }) => done),
    refused: [
      ...replies.flatMap(({ refused }) => refused),
      ...left.map((item) => refusedOf(item, sentenceOf(failure))),
    ],
    mail: replies.map(({ mail }) => mail).reduce(worst, 'none'),
  }
}
