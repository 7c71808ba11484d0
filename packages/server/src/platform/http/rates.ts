import { overCounts } from '../database/over-counts.ts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { AnyEndpoint } from '@vypusk/contract'
import type { Connections } from '../database/connections.ts'
import type { Person } from '../person.ts'
import { refuseFor } from '../refusal.ts'
import type { Settings } from '../settings.ts'

/** docs/decisions/0038: long enough for people who work quickly for a while, short enough to wait for. */
const WINDOW_SECONDS = 10 * 60

/** Counts the writes of each person over all processes. */
export interface Rates {
  /**
   * Counts a call of this endpoint by the person.
   * @throws Refusal 429 with Retry-After when the limit is reached
   */
  take(person: Person, endpoint: AnyEndpoint): Promise<void>
  /** Deletes expired counts. */
  sweep(): Promise<void>
}

export function createRates(connections: Connections, { ratePeople, rateTokens }: Settings): Rates {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: connections,
      storeType: 'client',
      tableName: 'rates',
      tableCreated: true,
      // Done by `sweep`, once for all processes.
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: WINDOW_SECONDS,
      // Further calls are refused without a query.
      inMemoryBlockOnConsumed: points + 1,
    })
  const people = limiter('person', ratePeople)
  const programs = limiter('program', rateTokens)
  return {
    take: async ({ id, scope }, { method, path }) => {
      try {
        await (scope === undefined ? people : programs).consume(`${id} ${method} ${path}`)
      } catch (left) {
        throw left instanceof RateLimiterRes
          ? refuseFor('Слишком много таких действий подряд', left.msBeforeNext)
          : left
      }
    },
    sweep: async () => {
      await connections.query({ text: `delete from rates where ${overCounts(WINDOW_SECONDS)}` })
    },
  }
}
