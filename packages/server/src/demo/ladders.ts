import type { Agreement, Making } from './agreement-shapes.ts'
import type { Loader } from './copy.ts'
import type { World } from './people.ts'
import { canGet } from './publication-receipts.ts'
import { type Day, duringWork, startOf } from './time.ts'

/** How many companies have named whom to ask when their people do not answer. */
const PREPARED = 12

/** Writes the deputy and the head of some companies: people with a mail address. */
export function writeEscalations(load: Loader, { companies }: World): void {
  for (const { idcomp, people } of companies.slice(0, PREPARED)) {
    const [, deputy, head] = people.filter(canGet)
    if (deputy) load.add('company_escalations', [idcomp, deputy.id, head?.id ?? null])
  }
}

/** Days counted from today, both included. */
const AWAY = { from: -2, to: 5 }

/** Writes a substitute for a person who is away, in the first company with two people who have a mail address. */
export function writeSubstitutes(load: Loader, { companies }: World, today: Day): void {
  const reached = companies.map(({ idcomp, people }) => ({ idcomp, people: people.filter(canGet) }))
  const found = reached.find(({ people }) => people.length > 1)
  const [substitute, away] = found?.people ?? []
  if (!found || !substitute || !away) return
  const named = startOf(today + AWAY.from)
  const days = [today + AWAY.from, today + AWAY.to]
  load.add('substitutes', [1, found.idcomp, away.id, substitute.id, ...days, away.id, named, named])
}

const REASON = 'Договорились по телефону: ответят после совещания'

/** Records that staff have paused the reminders of one agreement, and why. */
export function pauseLadder({ load, journal }: Making, { id, release, company, author, course }: Agreement): void {
  const at = course.updated_at
  const record = journal.of('agreement', id, { release_id: release.id, company_id: company.idcomp })
  record({
    field: 'ladder',
    before: 'идут',
    after: `приостановлены: ${REASON}`,
    person: author,
    at,
  })
  const asked_at = course.sent_at === null ? null : duringWork(course.sent_at)
  load.add('reminder_pauses', [1, id, asked_at, REASON, author.id, duringWork(at)])
}
