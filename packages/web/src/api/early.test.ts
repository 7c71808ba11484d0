import { auth, requests } from '@vypusk/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { call } from './client.ts'
import { answeredEarly } from './early.ts'
import { session } from './session.ts'

const keyOf = (method: string, address: string, body: string | null, token: string | null) =>
  JSON.stringify([method, address, body, token])

/** Replaces the network and returns the addresses that are fetched. */
function watchFetch(): string[] {
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address)
    return Response.json({ login: 'fetched' })
  })
  return fetched
}

const early = (name: string) => Promise.resolve(Response.json({ login: name }))

afterEach(() => {
  vi.unstubAllGlobals()
  globalThis.early = undefined
  session.set(null)
})

test('a call that has left early is answered by it, once', async () => {
  session.set({ token: 'mine', user_id: null })
  globalThis.early = new Map([[keyOf('GET', '/api/auth/user', null, 'mine'), early('early')]])
  const fetched = watchFetch()
  expect(await call(auth.getUser, {})).toEqual({ login: 'early' })
  expect(fetched).toEqual([])
  expect(await call(auth.getUser, {})).toEqual({ login: 'fetched' })
})

test('an answer to another person or to another question is not taken', async () => {
  session.set({ token: 'mine', user_id: null })
  globalThis.early = new Map([
    [keyOf('GET', '/api/auth/user', null, 'former'), early('former')],
    [keyOf('POST', '/api/backlog/get-summary', '{"page":1}', 'mine'), early('page 1')],
  ])
  const fetched = watchFetch()
  expect(await call(auth.getUser, {})).toEqual({ login: 'fetched' })
  expect(await call(requests.backlogSummary, { body: { page: 2 } })).toEqual({ login: 'fetched' })
  expect(fetched).toEqual(['/api/auth/user', '/api/backlog/get-summary'])
})

test('a call that could not leave is a lost connection, as if it had been made now', async () => {
  session.set({ token: 'mine', user_id: null })
  const lost = Promise.reject(new TypeError('Failed to fetch'))
  globalThis.early = new Map([[keyOf('GET', '/api/auth/user', null, 'mine'), lost]])
  await expect(call(auth.getUser, {})).rejects.toMatchObject({ status: 0 })
})

describe('what a screen waits for before it is drawn', () => {
  test('nothing, when no call has left early', async () => {
    const ask = vi.fn<() => Promise<unknown>[]>(() => [new Promise(() => {})])
    await answeredEarly(ask)
    globalThis.early = new Map()
    await answeredEarly(ask)
    expect(ask).not.toHaveBeenCalled()
  })

  test('the answers, be they refusals', async () => {
    globalThis.early = new Map([['a call', early('early')]])
    const seen: string[] = []
    const answered = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      seen.push('answered')
    }
    await answeredEarly(() => [answered(), Promise.reject(new Error('refused'))])
    expect(seen).toEqual(['answered'])
  })

  test('not for an answer that does not come', async () => {
    globalThis.early = new Map([['a call', early('early')]])
    vi.useFakeTimers()
    const drawn = answeredEarly(() => [new Promise(() => {})]).then(() => 'drawn')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await drawn).toBe('drawn')
    vi.useRealTimers()
  })
})
