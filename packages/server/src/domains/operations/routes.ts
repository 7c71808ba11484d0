import { audit, deleted, deliveries } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import type { Door } from '../../platform/mount.ts'
import { restoreDeleted } from './commands/deleted.ts'
import { retryDeliveries, sweepDeliveries } from './commands/deliveries.ts'
import { auditExcel } from './queries/audit-excel.ts'
import { auditPeople, listAudit } from './queries/audit.ts'
import { listDeleted } from './queries/deleted.ts'
import { listDeliveries } from './queries/deliveries.ts'

export const operationsDoor: Door = (mount) => {
  mount(deliveries.list, ({ deps, query }) => listDeliveries(deps.db, query))
  mount(deliveries.retry, retryDeliveries)
  mount(deleted.list, ({ deps, query }) => listDeleted(deps.db, query))
  mount(deleted.restore, restoreDeleted)
  mount(audit.list, ({ deps, body }) => (body.isExcel ? auditExcel(deps, body) : listAudit(deps.db, body)))
  mount(audit.people, ({ deps }) => auditPeople(deps.db))
}

/** Every ten minutes: whoever waits for a letter does not wait longer than that for a lost job. */
const SWEEPING = '*/10 * * * *'

export const connectOperations = (deps: Deps): Promise<void> =>
  deps.jobs.every(SWEEPING, 'sweep_deliveries', () => sweepDeliveries(deps))
