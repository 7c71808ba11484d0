import { refusals, type AnyEndpoint } from '@vypusk/contract'
import { Refusal } from '../refusal.ts'

/** Reading takes statements of the database, each with its own limit, one after another; in ms. */
const MOST_READING_MS = 60_000
/** Changing thousands of things, or asking other systems for up to 10 s each; proxies wait as long (deploy/nginx.conf). */
const MOST_MS = 5 * 60_000
/** Sending a workbook of a million rows takes minutes. */
export const MOST_EXCEL_MS = 30 * 60_000

/**
 * The time after which an unanswered call is refused, in ms; files and live streams may take as long as they need, the
 * sending of bytes too.
 */
export function timeLimitOf({ method, stream, multipart }: AnyEndpoint): number {
  if (stream === 'excel') return MOST_EXCEL_MS
  if (stream || multipart) return Infinity
  return method === 'GET' || method === 'HEAD' ? MOST_READING_MS : MOST_MS
}

/** The call may have been ended by the watchdog, and then the rest of its connection cannot be read. */
export const tookTooLong = () => new Refusal(refusals.took_too_long, {}, { 'Retry-After': '30', Connection: 'close' })

/**
 * The result, or a refusal if it takes longer than the limit. Fastify's own limit (`handlerTimeout`) is given up as soon
 * as the body of a call has been read, so it ends only calls without one.
 * @param drop gets what comes of the work too late: a result, or why there is none
 */
export async function within<Result>(
  limitMs: number,
  work: Promise<Result>,
  drop: (late: PromiseSettledResult<Result>) => void,
): Promise<Result> {
  if (limitMs === Infinity) return work
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
