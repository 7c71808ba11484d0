import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { countedAddress } from './caller-address.ts'
import type { Connections } from '../database/connections.ts'
import { overCounts } from '../database/over-counts.ts'
import { refuseFor } from '../refusal.ts'

/** Limits for failed attempts within 15 minutes (api.md, "Authentication and user"). */
const WINDOW_SECONDS = 15 * 60
const PER_LOGIN = 10
const PER_ADDRESS = 50
/** For codes of a second factor, after the right password. */
const CODES = 5

/** An attempt to sign in. */
export interface SignInTry {
  login: string
  address: string
  /** Identifies the browser if the person has signed in with it before; otherwise null. */
  browser: string | null
}

/** Counts failed sign-ins over all processes. */
export interface LoginTries {
  /**
   * Counts one attempt for the login and the address, or only for the known browser, which attempts by others do not
   * affect.
   * @throws 429 when none are left
   */
  take(tried: SignInTry): Promise<void>
  /** Resets the counts after a success. */
  giveBack(tried: SignInTry): Promise<void>
  /**
   * Counts one of the few attempts at a person's code; counted separately for a `browser` that the person has signed in
   * with.
   */
  takeCode(user_id: number, browser: string | null): Promise<void>
  giveBackCodes(user_id: number, browser: string | null): Promise<void>
  /**
   * Counts an unknown API token.
   * @throws 429 when the address has sent too many
   */
  takeToken(address: string): Promise<void>
  /** Resets all counts. */
  clear(): Promise<void>
  /** Deletes expired counts. */
  sweep(): Promise<void>
}

const TABLE = 'login_tries'

/** The column is a primary key, so the login has to be short enough. */
const keyOf = (text: string) => text.toLowerCase().slice(0, 200)

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (left) {
    if (!(left instanceof RateLimiterRes)) throw left
    throw refuseFor('Слишком много попыток', left.msBeforeNext)
  }
}

export function createLoginTries(connections: Connections): LoginTries {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: connections,
      storeType: 'client',
      tableName: TABLE,
      tableCreated: true,
      // Done by `sweep`, once for all processes.
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: WINDOW_SECONDS,
    })
  const byLogin = limiter('login', PER_LOGIN)
  const byBrowser = limiter('browser', PER_LOGIN)
  const byAddress = limiter('address', PER_ADDRESS)
  const byCode = limiter('code', CODES)
  const codeKey = (user_id: number, browser: string | null) => browser ?? String(user_id)
  const tokensByAddress = limiter('token', PER_ADDRESS)
  return {
    take: async ({ login, address, browser }) => {
      if (browser !== null) return consume(byBrowser, browser)
      await consume(byAddress, countedAddress(address))
      return consume(byLogin, keyOf(login))
    },
    takeCode: (user_id, browser) => consume(byCode, codeKey(user_id, browser)),
    giveBackCodes: async (user_id, browser) => void (await byCode.delete(codeKey(user_id, browser))),
    takeToken: (address) => consume(tokensByAddress, countedAddress(address)),
    giveBack: async ({ login, address, browser }) => {
      if (browser === null) {
        await byLogin.delete(keyOf(login))
        await byAddress.reward(countedAddress(address))
      } else await byBrowser.delete(browser)
    },
    clear: async () => void (await connections.query({ text: `delete from ${TABLE}` })),
    sweep: async () =>
      void (await connections.query({ text: `delete from ${TABLE} where ${overCounts(WINDOW_SECONDS)}` })),
  }
}
