import { refusals, type AnyEndpoint } from '@vypusk/contract'
import { Refusal } from '../refusal.ts'
import type { StreamReply } from '../reply.ts'

/** How long calls may take (docs/decisions/0178). */

/** Reading takes statements of the database, each with its own limit, one after another; in ms. */
const MOST_READING_MS = 60_000
/**
 * Changing thousands of things, or asking other systems, each for up to 20 s. Proxies wait five minutes
 * (deploy/nginx.conf); a little less, so that people read what the product answers.
 */
const MOST_MS = 290_000
/** Sending a workbook of a million rows takes minutes. */
const MOST_EXCEL_MS = 30 * 60_000

/**
 * The time after which an unanswered call is refused, and after which the sending of a workbook is broken off, in ms.
 * Files and live streams may take as long as they need.
 */
export function timeLimitOf({ method, stream, multipart }: AnyEndpoint): number {
  if (stream === 'excel') return MOST_EXCEL_MS
  if (stream || multipart) return Infinity
  return method === 'GET' || method === 'HEAD' ? MOST_READING_MS : MOST_MS
}

/** The call may have been ended by the watchdog, and then the rest of its connection cannot be read. */
const tookTooLong = () => new Refusal(refusals.took_too_long, {}, { 'Retry-After': '30', Connection: 'close' })

/**
 * The result of work, or a refusal if it takes longer than the limit. Not Fastify's own limit (`handlerTimeout`): it is
 * given up as soon as the body of a call has been read.
 * @param start begins the work, apart from its caller: what the watchdog ends, ends everything that is calling it
 * @param drop gets what comes of the work too late: a result, or why there is none
 */
export async function answerWithin<Result>(
  limitMs: number,
  start: () => Promise<Result>,
  drop: (late: PromiseSettledResult<Result>) => void,
): Promise<Result> {
  if (limitMs === Infinity) return start()
  const work = Promise.resolve().then(start)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(tookTooLong())
      void Promise.allSettled([work]).then(([settled]) => drop(settled))
    }, limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Breaks off the sending of bytes that the caller takes too slowly, or not at all. */
export function sendWithin(limitMs: number, { stream }: StreamReply): void {
  if (limitMs === Infinity) return
  const timer = setTimeout(() => stream.destroy(), limitMs).unref()
  stream.once('close', () => clearTimeout(timer))
}
