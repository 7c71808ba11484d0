import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '../stage/product.ts'

/** The answer to a call, once there was one. */
export interface Answer {
  status: number
  body: Record<string, unknown>
  headers: Headers
  /**
   * An earlier attempt got no answer, or the answer that the database is down, so the call may already have been done.
   */
  wasUncertain: boolean
}

export interface Sent {
  method: 'GET' | 'POST' | 'PATCH' | 'HEAD' | 'DELETE'
  path: string
  json?: object
  form?: () => FormData
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** Statistics of all answers. */
export interface CallStats {
  calls: number
  unanswered: number
  refused503: number
  refused507: number
  slowestMs: number
  above5s: number
  faults: Set<string>
}

export interface Asking {
  /** Repeats the call, to any of the processes, until one answers. */
  until(sent: Sent): Promise<Answer>
  stats: CallStats
}

const LONGEST_MS = 60_000
/** After this many answers that are faults, the caller gives up and the call counts as lost. */
const MOST_FAULTS = 50
/** A call that is refused for longer than any fault lasts will be refused for ever. */
const LONGEST_REFUSAL_MS = 5 * 60_000
const SLOW_MS = 5000
const BETWEEN_MS = 120
const kindOf = (path: string) => path.replaceAll(/[\da-f-]{36}|\d+/g, '…')

const initOf = ({ method, json, form, bytes, headers = {} }: Sent, token: string): RequestInit => ({
  method,
  signal: AbortSignal.timeout(LONGEST_MS),
  headers: {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(json ? { 'content-type': 'application/json' } : {}),
    ...headers,
  },
  ...(json ? { body: JSON.stringify(json) } : {}),
  ...(form ? { body: form() } : {}),
  ...(bytes ? { body: bytes } : {}),
})

const bodyOf = async (reply: Response): Promise<Record<string, unknown>> => {
  const text = await reply.text()
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

type Reply = Omit<Answer, 'wasUncertain'>
const isAnswered = ({ status }: Reply) => status < 500 && status !== 429

/** Counts the refusals of one call. @returns whether to give up, because it will never be answered */
function patienceOf({ method, path }: Sent, stats: CallStats): (reply: Reply) => boolean {
  const begun = performance.now()
  const fault = (text: string) => stats.faults.add(`${method} ${kindOf(path)}: ${text}`)
  let faults = 0
  return ({ status, body }) => {
    if (status === 503) stats.refused503 += 1
    else if (status === 507) stats.refused507 += 1
    else if (status !== 429) {
      fault(`${status} ${String(body['message'])}`)
      faults += 1
    }
    const isForEver = performance.now() - begun > LONGEST_REFUSAL_MS
    if (isForEver) fault(`refused for ever by ${status}`)
    return isForEver || faults > MOST_FAULTS
  }
}

/** Creates a caller that repeats calls: nothing counts as done before it is acknowledged. */
export function asking(products: Product[], token: string, stats: CallStats): Asking {
  let turn = 0
  const once = async (sent: Sent): Promise<Reply | undefined> => {
    turn += 1
    const before = performance.now()
    stats.calls += 1
    try {
      const reply = await fetch(`${products[turn % products.length]?.url}/api${sent.path}`, initOf(sent, token))
      const { status, headers } = reply
      const body = await bodyOf(reply)
      const took = performance.now() - before
      stats.slowestMs = Math.max(stats.slowestMs, took)
      if (took > SLOW_MS) stats.above5s += 1
      return { status, body, headers }
    } catch {
      stats.unanswered += 1
      return undefined
    }
  }
  const until = async (sent: Sent): Promise<Answer> => {
    const patience = patienceOf(sent, stats)
    for (let wasUncertain = false; ; wasUncertain = true) {
      const answer = await once(sent)
      if (answer && (isAnswered(answer) || patience(answer))) return { ...answer, wasUncertain }
      await pause(BETWEEN_MS)
    }
  }
  return { until, stats }
}

export const newCallStats = (): CallStats => ({
  calls: 0,
  unanswered: 0,
  refused503: 0,
  refused507: 0,
  slowestMs: 0,
  above5s: 0,
  faults: new Set(),
})

/** Signs in with one of the demo sign-ins and returns the token. */
export async function signIn(products: Product[], login: string): Promise<string> {
  const json = { login, password: 'demo' }
  const { body } = await asking(products, '', newCallStats()).until({ method: 'POST', path: '/auth/login', json })
  return String(body['access_token'])
}

/** Returns the statistics under the names printed in the figures. */
export const callFigures = ({ calls, unanswered, refused503, refused507, slowestMs, above5s }: CallStats) => ({
  calls,
  unanswered,
  'answered 503': refused503,
  'answered 507': refused507,
  'slowest answer, ms': Math.round(slowestMs),
  'above 5 s': above5s,
})
