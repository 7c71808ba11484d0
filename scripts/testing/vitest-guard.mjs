import { isGuarded, openGuard, temporaryIn } from './guard.mjs'

/** Guards a run of `vitest` alone as scripts/test.mjs guards all its stages. */
export default async function setup() {
  if (isGuarded()) return undefined
  const { folder, release } = await openGuard()
  Object.assign(process.env, temporaryIn(folder))
  return release
}
