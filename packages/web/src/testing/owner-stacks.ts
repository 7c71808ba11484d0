import * as React from 'react'

/**
 * React's development build notes where each element was created, for its warnings: a fifth of the time of all screen
 * tests. It stops by itself when there are many within a second; this says that there always are. It is no part of
 * React's public interface: should its name change, the tests are only slower.
 */
export function withoutOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (!(internals instanceof Object)) return
  const many = { configurable: true, get: () => Number.MAX_SAFE_INTEGER, set: () => {} }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', many)
}
