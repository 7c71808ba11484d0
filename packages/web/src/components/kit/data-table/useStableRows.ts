import { useState } from 'react'
import { isOwn, ownChangeCount, haveOthersChanged } from '../../../api/live.ts'
import type { Entity } from '../../../api/entity.ts'
import { useStore } from '../../../ui/store.ts'
import { asItCame, inPlace } from './stable-rows.ts'
import type { StableRows } from './stable-rows.ts'
import type { TableRow } from './types.ts'

/** The part of a list's query that its rows need. */
interface Listed<Row> {
  data: { data: Row[] } | undefined
  /** The data belongs to the previous filters or page. */
  isPlaceholderData?: boolean
}

/** The reply that the rows come from. */
interface ListReply<Row> {
  from: Row[]
  /** What the reply was requested for; null while it still belongs to the previous filters or page. */
  query: string | null
  /** The number of own changes reported by then. */
  changes: number
}
type HeldRows<Row> = StableRows<Row> & ListReply<Row>

/** The id of the list's scrolling element, and the entity of its rows' ids. */
export interface ListPlace {
  id: string
  entity: Entity | null
}

/** Checks whether this person has just changed the row's thing, or the thing the row is about. */
const isOfOwn =
  (listed: Entity | null) =>
  ({ id, entity, entity_id }: TableRow) =>
    (listed !== null && isOwn(listed, id)) ||
    (entity !== undefined && entity_id !== undefined && isOwn(entity, entity_id))

/** Checks whether somebody is working in the list: the pointer or the focus is in it, or it has been scrolled. */
function isInUse(id: string): boolean {
  const place = document.getElementById(id)
  return place !== null && (place.scrollTop > 0 || place.matches(':hover, :focus-within'))
}

/**
 * Checks whether the rows have to be computed again. A reply may arrive before the event that reports it as the
 * person's own change, so held-back rows are computed again with each such event.
 */
const isOld = <Row extends TableRow>(kept: HeldRows<Row>, { from, query, changes }: ListReply<Row>) =>
  from !== kept.from || query !== kept.query || (kept.waiting !== null && changes !== kept.changes)

/** Computes the rows to show from the new reply and the rows that are shown. */
function nextRows<Row extends TableRow>(
  kept: HeldRows<Row>,
  reply: ListReply<Row>,
  { id, entity }: ListPlace,
): HeldRows<Row> {
  // The rows of another filter or page are not a starting point for this one.
  const isHeld = reply.query !== null && reply.query === kept.query && kept.rows.length > 0
  const waits = isHeld && (kept.waiting !== null || (haveOthersChanged() && isInUse(id)))
  return { ...(waits ? inPlace(kept.rows, reply.from, isOfOwn(entity)) : asItCame(reply.from)), ...reply }
}

const NO_ROWS: never[] = []

/**
 * The rows of a list that does not jump: other people's changes appear in place, and those that would move rows are
 * held back until `accept` while somebody works in the list. The person's own changes, and new filters, show at once.
 * @param question what the list shows: filters, order, page
 */
export function useStableRows<Row extends TableRow>(result: Listed<Row>, question: string, place: ListPlace) {
  const from: Row[] = result.data?.data ?? NO_ROWS
  const ownChanges = useStore(ownChangeCount)
  const reply = { from, query: result.isPlaceholderData ? null : question, changes: ownChanges }
  const [kept, setKept] = useState<HeldRows<Row>>({ ...asItCame(from), ...reply })
  let shown = kept
  if (isOld(kept, reply)) {
    shown = nextRows(kept, reply, place)
    setKept(shown)
  }
  const accept = () => setKept({ ...asItCame(from), ...reply })
  /** Called when the pointer leaves: nobody is disturbed any more, so held-back rows are shown. */
  const settle = () => {
    if (shown.waiting !== null && !isInUse(place.id)) accept()
  }
  return { rows: shown.rows, waiting: shown.waiting, accept, settle }
}
