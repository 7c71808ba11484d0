import { planning } from '@vypusk/contract'
import { today } from '../../platform/clock.ts'
import type { Routes } from '../../platform/mount.ts'
import { closedFrom } from '../calendars/port.ts'
import { addFreeze, removeFreeze } from './commands/freezes.ts'
import { savePlan } from './commands/saving.ts'
import { removeVariant, saveVariant } from './commands/variants.ts'
import { unplannedBacklog } from './queries/backlog.ts'
import { planningExcel } from './queries/excel.ts'
import { freeDateOf, inProgress, previewOf } from './queries/preview.ts'
import { variantsFor } from './queries/variants.ts'

export const routes: Routes = (mount) => {
  mount(planning.inProgress, async ({ deps, person }) => ({
    releases: await inProgress(deps, person),
  }))
  mount(planning.excel, planningExcel)
  mount(planning.preview, ({ deps, person, body }) => previewOf(deps, person, body))
  mount(planning.save, savePlan)
  mount(planning.freeDate, freeDateOf)
  mount(planning.backlog, ({ deps, query }) => unplannedBacklog(deps.db, query.search_string))
  mount(planning.freezes, async ({ deps }) => ({ freezes: await closedFrom(deps.db, today(deps.clock)) }))
  mount(planning.addFreeze, addFreeze)
  mount(planning.removeFreeze, removeFreeze)
  mount(planning.variants, async ({ deps, person }) => ({ variants: await variantsFor(deps.db, person) }))
  mount(planning.saveVariant, saveVariant)
  mount(planning.removeVariant, removeVariant)
}
