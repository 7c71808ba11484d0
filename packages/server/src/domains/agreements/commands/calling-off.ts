import { emit, type EventActor } from '../../../platform/events.ts'
import { recordMany } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { openOffers } from '../queries/offers.ts'
import { CHANGE_NAMES, type Change, type Consequence } from '../rules/consequences.ts'
import { lifeTitles } from '../rules/titles.ts'
import type { LockedAgreement } from '../store/agreements.ts'
import { raiseCalendarSequence } from '../store/calendar.ts'
import '../events.ts'

interface Closing {
  change: Change
  reason: string
}

interface Closed {
  row: LockedAgreement
  consequence: Consequence
}

/**
 * Cancels the installations of a closed release in calendars, or puts them back, and notifies the companies that
 * were asked. Nothing else of their agreements is changed (docs/decisions/0138).
 */
export async function announceClosing(
  tx: Transaction,
  actor: EventActor,
  all: Closed[],
  { change, reason }: Closing,
): Promise<void> {
  if (change !== 'release_closed' && change !== 'release_reopened') return
  await raiseCalendarSequence(
    tx,
    all.flatMap(({ row }) => (row.published ? [] : [row.id])),
  )
  const told = all.filter(({ consequence }) => consequence === 'called_off' || consequence === 'resumed')
  const rows = told.map(({ row }) => row)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const isOver = change === 'release_closed'
  const said = CHANGE_NAMES[change]
  await recordMany(
    tx,
    actor,
    ids.map((id) => ({
      entity: 'agreement' as const,
      entity_id: id,
      titles: { live: lifeTitles.live },
      before: { live: liveWords(!isOver) },
      after: { live: liveWords(isOver) },
      note: reason ? `${said}: ${reason}` : said,
    })),
  )
  const [only] = rows.length === 1 ? rows : []
  await emit(tx, actor, {
    kind: isOver ? 'agreement.called_off' : 'agreement.resumed',
    entity: only ? 'agreement' : 'all',
    entity_id: only?.id ?? 0,
    version: only?.version ?? 0,
    companies: [],
    knew: [...new Set(rows.map(({ company_id }) => company_id))],
    data: { ids, offers: await openOffers.all(tx, { ids }), said, reason },
  })
}

const liveWords = (isOver: boolean) => (isOver ? 'не действует: релиз закрыт' : 'действует')
