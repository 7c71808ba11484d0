import { sql } from 'kysely'
import { requests } from '@vypusk/contract'
import type { MatterKind } from '../../../platform/waiting.ts'
import { knows } from '../../access/port.ts'
import { isNew } from './scope.ts'

/** The requests that wait for staff: new ones that a client needs soon. */

/** «Высокий» and «Критично». */
const URGENT = 3
const labels: Record<number, string> = requests.urgencyLabels
/** Older requests are found in the backlog. */
const DAYS = 30

interface Row {
  id: number
  title: string
  company: string
  urgency: number
  version: number
}

export const requestMatters: MatterKind<Row>[] = [
  {
    kind: 'urgent',
    name: 'Новая срочная заявка',
    side: 'staff',
    // Nobody is in charge of a request until it is in the backlog or somebody has begun with it, so it waits for all staff.
    waits: (awaiter) => sql`
      select q.id, null::date as due, q.created_at as since
      from requests as q
      where ${knows.request(awaiter)} and q."inBacklog" is null and q.release_id is null
        and ${isNew} and q.urgency >= ${sql.lit(URGENT)} and q.created_at > ${awaiter.today}::date - ${sql.lit(DAYS)}
        and exists (select from shared_companies as c where c.idcomp = q.idcomp and c.deleted_at is null)`,
    shown: (_, ids) => sql`
      select q.id, q.e_title as title, c.namecomp as company, q.urgency, q.backlog_version as version
      from requests as q join shared_companies as c on c.idcomp = q.idcomp
      where q.id = any(${ids}::int[])`,
    matterOf: ({ urgency, ...row }) => ({
      ...row,
      text: `Срочность: ${labels[urgency]}. Ещё не в бэклоге`,
      href: `/?open=${row.id}`,
    }),
  },
]
