import { describe, expect, it } from 'vitest'
import { afterLogin, isCrossLoginBroken, isKept, isReturnable, readCookie, staffOnlyAnswer } from './entry.ts'

const staff = { id: 1, isRivc: true }
const client = { id: 2, isRivc: false }
const nothing = { requested: null, returnTo: null }

describe('after a sign-in', () => {
  it('leads home when no path was requested', () => {
    expect(afterLogin(staff, nothing)).toBe('/')
    expect(afterLogin(client, nothing)).toBe('/clientRequests')
  })

  it('leads to the path requested by the same or an unknown person', () => {
    const path = '/releases/7?tab=files'
    expect(afterLogin(client, { ...nothing, requested: { path, user_id: 2 } })).toBe(path)
    expect(afterLogin(client, { ...nothing, requested: { path, user_id: null } })).toBe(path)
  })

  it("ignores another person's path and return address", () => {
    const requested = { path: '/releases/7', user_id: 1 }
    expect(afterLogin(client, { requested, returnTo: '/releases/7' })).toBe('/clientRequests')
  })

  it('falls back on the return address', () => {
    expect(afterLogin(client, { requested: null, returnTo: '/publication/3' })).toBe('/publication/3')
  })

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/login', '/', '/error404'])(
    'never leads to %s',
    (path) =>
      expect(afterLogin(client, { requested: { path, user_id: null }, returnTo: null })).toBe('/clientRequests'),
  )
})

describe('which paths are remembered', () => {
  it.each(['/login', '/', '/?status_ids=1', '/error403'])('not %s', (path) => expect(isKept(path)).toBe(false))
  it.each(['/releases', '/agreements/0', '/clientRequests?open=5'])('%s', (path) => expect(isKept(path)).toBe(true))
  it.each([
    '/agreements/5',
    '/releases/5',
    '/releases/5/description',
    '/publications',
    '/releases?page=2',
    '/publication/9',
  ])('%s is a return address', (path) => expect(isReturnable(path)).toBe(true))
  it.each(['/agreements', '/release/5', '/clientRequests', '/planning'])('%s is not', (path) => {
    expect(isReturnable(path)).toBe(false)
  })
})

describe('staff only', () => {
  it('lets staff through', () => expect(staffOnlyAnswer(staff, '/agreements')).toBeNull())
  it('sends a client from the backlog to their requests', () => {
    expect(staffOnlyAnswer(client, '/?page=2')).toBe('/clientRequests')
  })
  it('refuses a client everything else', () => expect(staffOnlyAnswer(client, '/agreements')).toBe('/error403'))
})

describe('cross-login', () => {
  it('is off without a cookie name', () => expect(isCrossLoginBroken(null, '', 'a')).toBe(false))
  it('is intact while the cookie equals the token', () =>
    expect(isCrossLoginBroken('shared', 'x=1; shared=a', 'a')).toBe(false))
  it.each(['', 'shared=b', 'notshared=a'])('is broken by «%s»', (cookies) => {
    expect(isCrossLoginBroken('shared', cookies, 'a')).toBe(true)
  })
  it('reads encoded cookies', () => expect(readCookie('saved_id=%D0%B0%3B', 'saved_id')).toBe('а;'))
  it('returns a cookie that is not encoded as it is', () =>
    expect(readCookie('saved_id=100%', 'saved_id')).toBe('100%'))
})
