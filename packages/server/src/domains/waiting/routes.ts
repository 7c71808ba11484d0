import { waiting } from '@vypusk/contract'
import type { Routes } from '../../platform/mount.ts'
import { countWaiting, listWaiting } from './queries.ts'

export const routes: Routes = (mount) => {
  mount(waiting.list, listWaiting)
  mount(waiting.count, countWaiting)
}
