import { isGuarded, openGuard, temporaryIn } from './guard.mjs'

/** For `vitest` by itself what scripts/test.mjs does for all its stages. */
export default async function setup() {
  if (isGuarded()) return undefined
  const { folder, release } = await openGuard()
  Object.assign(process.env, temporaryIn(folder))
  return release
}
