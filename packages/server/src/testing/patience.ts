/**
 * How long a test waits for a condition at most, so that it ends if the condition never holds. It is not a measure of
 * speed, and no machine is slow enough for a working test to reach it. For `vi.waitFor` and `vi.waitUntil`; the limit
 * of `expect.poll` is set to the same in vitest.config.ts.
 */
export const LONGEST_MS = 120_000
export const PATIENT = { timeout: LONGEST_MS, interval: 50 }
