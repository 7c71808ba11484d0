/**
 * How long a test waits for what it awaits, at most: only so that it ends when that never comes. It says nothing of
 * how quick anything is, and is reached on no machine, however busy. For `vi.waitFor` and `vi.waitUntil`; what
 * `expect.poll` waits is set to the same in vitest.config.ts.
 */
export const LONGEST_MS = 120_000
export const PATIENT = { timeout: LONGEST_MS, interval: 50 }
