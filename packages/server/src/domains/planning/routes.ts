import { planning } from '@vypusk/contract'
import type { Door } from '../../platform/mount.ts'
import { addFreeze, removeFreeze } from './commands/freezes.ts'
import { savePlan } from './commands/saving.ts'
import { removeVariant, saveVariant } from './commands/variants.ts'
import { unplannedBacklog } from './queries/backlog.ts'
import { planningExcel } from './queries/excel.ts'
import { freezesNow } from './queries/freezes.ts'
import { freeDateOf, inProgress, previewOf } from './queries/preview.ts'
import { variantsFor } from './queries/variants.ts'

export const planningDoor: Door = (mount) => {
  mount(planning.inProgress, async (call) => ({ releases: await inProgress(call) }))
  mount(planning.excel, planningExcel)
  mount(planning.preview, previewOf)
  mount(planning.save, savePlan)
  mount(planning.freeDate, freeDateOf)
  mount(planning.backlog, unplannedBacklog)
  mount(planning.freezes, freezesNow)
  mount(planning.addFreeze, addFreeze)
  mount(planning.removeFreeze, removeFreeze)
  mount(planning.variants, async ({ deps, person }) => ({ variants: await variantsFor(deps.db, person) }))
  mount(planning.saveVariant, saveVariant)
  mount(planning.removeVariant, removeVariant)
}
