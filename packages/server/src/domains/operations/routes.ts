import { audit, deleted, deliveries, settings } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import { today } from '../../platform/clock.ts'
import { dailyHeads } from '../../platform/chain/daily-head.ts'
import { EVERY_FIVE_MINUTES, EVERY_TEN_MINUTES } from '../../platform/jobs.ts'
import type { Routes } from '../../platform/mount.ts'
import { sweepSessions } from '../auth/port.ts'
import { sweepFileLinks } from '../files/port.ts'
import { sweepTokens } from '../integrations/port.ts'
import { checkSetting } from './commands/checking.ts'
import { watchCopies } from './commands/copies.ts'
import { restoreDeleted } from './commands/deleted.ts'
import { retryDeliveries, sweepDeliveries } from './commands/deliveries.ts'
import { watchMail } from './commands/mail.ts'
import { auditExcel } from './queries/audit-excel.ts'
import { auditPeople, listAudit } from './queries/audit.ts'
import { deletedExcel } from './queries/deleted-excel.ts'
import { listDeleted } from './queries/deleted.ts'
import { deliveriesExcel } from './queries/deliveries-excel.ts'
import { listDeliveries } from './queries/deliveries.ts'
import { allSettings } from './queries/settings.ts'

export const routes: Routes = (mount) => {
  mount(deliveries.list, ({ deps, query }) =>
    query.isExcel ? deliveriesExcel(deps, query) : listDeliveries(deps.db, query),
  )
  mount(deliveries.retry, retryDeliveries)
  mount(deleted.list, ({ deps, query }) => (query.isExcel ? deletedExcel(deps, query) : listDeleted(deps.db, query)))
  mount(deleted.restore, restoreDeleted)
  mount(audit.list, ({ deps, body }) => (body.isExcel ? auditExcel(deps, body) : listAudit(deps.db, body)))
  mount(audit.people, async ({ deps }) => ({ people: await auditPeople.all(deps.db, {}) }))
  mount(settings.list, async ({ deps }) => {
    const [head] = await dailyHeads(deps.db, today(deps.clock), 1)
    return allSettings(deps.settings, { head, replica: deps.replica?.state() })
  })
  mount(settings.check, checkSetting)
}

export async function connect(deps: Deps): Promise<void> {
  // Nobody waits longer than that for a letter whose job was lost.
  await deps.jobs.every(EVERY_TEN_MINUTES, 'sweep_deliveries', async () => {
    await sweepDeliveries(deps)
    await watchMail(deps)
    await deps.rates.sweep()
    await deps.loginTries.sweep()
    await sweepSessions(deps)
    await sweepTokens(deps)
    await sweepFileLinks(deps)
  })
  // The longest delay of a backup's start.
  await deps.jobs.every(EVERY_FIVE_MINUTES, 'backup', () => watchCopies(deps))
}
