import { tokens } from '@vypusk/contract'
import { momentOf } from '../../platform/clock.ts'
import type { Door } from '../../platform/mount.ts'
import { createToken, endToken } from './commands/tokens.ts'
import { tokensOf } from './queries/tokens.ts'

export const integrationsDoor: Door = (mount) => {
  mount(tokens.list, async ({ deps, person }) => ({ tokens: await tokensOf(deps.db, person, momentOf(deps.clock)) }))
  mount(tokens.create, createToken)
  mount(tokens.revoke, endToken)
}
