import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { client, manager } from '../testing/people.ts'
import { noteUser, session } from './session.ts'

const reload = vi.fn<() => void>()

beforeEach(() => vi.stubGlobal('location', { reload }))
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockReset()
  session.set(null)
})

test.each([
  [client, '/clientRequests'],
  [manager, '/'],
])('a session of an earlier build learns its first screen, and is not reloaded: $0.login', (person, home) => {
  session.set({ token: 'mine', user_id: person.id })
  noteUser(person)
  expect(session.get()).toEqual({ token: 'mine', user_id: person.id, home })
  const known = session.get()
  noteUser(person)
  expect(session.get()).toBe(known)
  expect(reload).not.toHaveBeenCalled()
})

test('a new session learns its person, and is not reloaded', () => {
  session.set({ token: 'mine', user_id: null })
  noteUser(client)
  expect(session.get()).toMatchObject({ user_id: client.id })
  expect(reload).not.toHaveBeenCalled()
})

test('a session that now shows another company is reloaded', () => {
  session.set({ token: 'mine', user_id: client.id, home: '/clientRequests' })
  noteUser({ ...client, id: 31 })
  expect(session.get()).toMatchObject({ user_id: 31 })
  expect(reload).toHaveBeenCalledOnce()
})
