import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { countedAddress } from './caller-address.ts'
import type { Connections } from './connections.ts'
import { refuseFor } from './refusal.ts'

/** api.md, "Authentication and user": failures in 15 minutes. */
const WINDOW_SECONDS = 15 * 60
const PER_LOGIN = 10
const PER_ADDRESS = 50
/** Of a second factor, once the password was right. */
const CODES = 5

/** A try to sign in. */
export interface SignInTry {
  login: string
  address: string
  /** Names the browser, where the person has signed in by it before; null elsewhere. */
  browser: string | null
}

/** Counts failed sign-ins, over all nodes. */
export interface LoginTries {
  /**
   * Takes one try of the login and of the address, or of the known browser alone, whom others' tries do not concern.
   * Refuses with 429 when none is left.
   */
  take(tried: SignInTry): Promise<void>
  /** Gives the tries back after a success. */
  giveBack(tried: SignInTry): Promise<void>
  /** Takes one of the few tries at a person's code; `browser` is counted apart, where the person has signed in by it. */
  takeCode(user_id: number, browser: string | null): Promise<void>
  giveBackCodes(user_id: number, browser: string | null): Promise<void>
  /** Counts an API token that stands for nobody; refuses with 429 when an address has shown too many. */
  takeToken(address: string): Promise<void>
  /** Gives everybody all tries back. */
  clear(): Promise<void>
}

const TABLE = 'login_tries'

/** The column is a primary key: a login of any length has to fit. */
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
    clear: async () => {
      await connections.query({ text: `delete from ${TABLE}` })
    },
  }
}
