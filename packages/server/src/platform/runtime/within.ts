/** The work took longer than allowed. */
export class TooSlow extends Error {
  override name = 'TooSlow'
}

/**
 * Waits for the work for a limited time.
 * @param work its signal is aborted when nobody waits any more
 * @throws TooSlow
 */
export async function within<Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const ending = new AbortController()
  const tooSlow = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new TooSlow(`no answer within ${ms} ms`)
    ending.abort(error)
    tooSlow.reject(error)
  }, ms)
  try {
    return await Promise.race([work(ending.signal), tooSlow.promise])
  } finally {
    clearTimeout(timer)
  }
}
