import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { AnyEndpoint } from '@vypusk/contract'
import type { Connections } from './connections.ts'
import type { Person } from './person.ts'
import { refuseFor } from './refusal.ts'
import type { Settings } from './settings.ts'

/** docs/decisions/0038: long enough for whoever works quickly for a while, short enough to wait for. */
const WINDOW_SECONDS = 10 * 60

/** Counts what each person writes, over all nodes. */
export interface Rates {
  /**
   * Takes one of the person's calls of this endpoint.
   * @throws Refusal 429 with Retry-After when they have made as many as they may
   */
  take(person: Person, endpoint: AnyEndpoint): Promise<void>
  /** Clears away what is over. */
  sweep(): Promise<void>
}

export function createRates(connections: Connections, { ratePeople, rateTokens }: Settings): Rates {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: connections,
      storeType: 'client',
      tableName: 'rates',
      tableCreated: true,
      // By `sweep`, once for all processes.
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: WINDOW_SECONDS,
      // Whoever goes on nevertheless is refused without asking the database.
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
      await connections.query({ text: 'delete from rates where expire < extract(epoch from now()) * 1000' })
    },
  }
}
