import type { Agreement, Making } from './agreement-history.ts'
import type { Loader } from './copy.ts'
import type { World } from './people.ts'
import { canGet } from './publication-receipts.ts'
import { duringWork } from './time.ts'

/** So many companies have said whom to ask when their people keep silent. */
const PREPARED = 12

/** The deputy and the head of some companies: people who can be written to. */
export function writeEscalations(load: Loader, { companies }: World): void {
  for (const { idcomp, people } of companies.slice(0, PREPARED)) {
    const [, deputy, head] = people.filter(canGet)
    if (deputy) load.add('company_escalations', [idcomp, deputy.id, head?.id ?? null])
  }
}

const REASON = 'Договорились по телефону: ответят после совещания'

/** Staff have paused the reminders of one question, and said why. */
export function pauseLadder({ load, journal }: Making, { id, author, course }: Agreement): void {
  const at = course.updated_at
  journal.of(
    'agreement',
    id,
  )({
    field: 'ladder',
    before: 'идут',
    after: `приостановлены: ${REASON}`,
    person: author,
    at,
  })
  const asked_at = course.sent_at === null ? null : duringWork(course.sent_at)
  load.add('reminder_pauses', [1, id, asked_at, REASON, author.id, duringWork(at)])
}
