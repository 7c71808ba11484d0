import { finding } from '@vypusk/contract'
import type { Routes } from '../../platform/mount.ts'
import { remember } from './commands.ts'
import { findEverything, findRecent } from './queries.ts'

export const routes: Routes = (mount) => {
  mount(finding.search, async ({ deps, person, query }) => ({
    groups: await findEverything(deps, person, query.search),
  }))
  mount(finding.recent, async ({ deps, person }) => ({ found: await findRecent(deps, person) }))
  mount(finding.remember, remember)
}
