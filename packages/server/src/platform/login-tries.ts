import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { refuse } from './refusal.ts'

/** api.md, "Authentication and user": failures in 15 minutes. */
const WINDOW_SECONDS = 15 * 60
const PER_LOGIN = 10
const PER_ADDRESS = 50

/** Counts failed sign-ins, over all nodes. */
export interface LoginTries {
  /** Takes one try of the login and of the address; refuses with 429 when either has none left. */
  take(login: string, address: string): Promise<void>
  /** Gives the tries back after a success. */
  giveBack(login: string, address: string): Promise<void>
  /** Counts an API token that stands for nobody; refuses with 429 when an address has shown too many. */
  takeToken(address: string): Promise<void>
}

export function createLoginTries(pool: Pool): LoginTries {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'login_tries',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: WINDOW_SECONDS,
    })
  const byLogin = limiter('login', PER_LOGIN)
  const byAddress = limiter('address', PER_ADDRESS)
  const tokensByAddress = limiter('token', PER_ADDRESS)
  const take = async (one: RateLimiterPostgres, key: string) => {
    try {
      await one.consume(key.slice(0, 200))
    } catch (left) {
      if (!(left instanceof RateLimiterRes)) throw left
      throw refuse('too_many', {}, { 'Retry-After': String(Math.ceil(left.msBeforeNext / 1000)) })
    }
  }
  return {
    take: async (login, address) => {
      await take(byAddress, address)
      await take(byLogin, login.toLowerCase())
    },
    takeToken: (address) => take(tokensByAddress, address),
    giveBack: async (login, address) => {
      await byLogin.delete(login.toLowerCase().slice(0, 200))
      await byAddress.reward(address)
    },
  }
}
