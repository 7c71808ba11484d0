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
/** `isOthers`: other people's changes are held back, so that they wait for the person to accept them. */
type HeldRows<Row> = StableRows<Row> & ListReply<Row> & { isOthers: boolean }

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

/** Checks whether a cell of the list is being edited. */
const isEdited = (id: string): boolean => document.getElementById(id)?.querySelector('td[data-editing]') != null

/**
 * Checks whether the rows have to be computed again. A reply may arrive before the event that reports it as the
 * person's own change, so held-back rows are computed again with each such event.
 */
const isOld = <Row extends TableRow>(kept: HeldRows<Row>, { from, query, changes }: ListReply<Row>) =>
  from !== kept.from || query !== kept.query || (kept.waiting !== null && changes !== kept.changes)

const nobodys = () => false

/** Computes the rows to show from the new reply and the rows that are shown. */
function nextRows<Row extends TableRow>(
  kept: HeldRows<Row>,
  reply: ListReply<Row>,
  { id, entity }: ListPlace,
  isEditing: boolean,
): HeldRows<Row> {
  // The rows of another filter or page are not a starting point for this one.
  const isHeld = reply.query !== null && reply.query === kept.query && kept.rows.length > 0
  const isOthers = isHeld && (kept.isOthers || (haveOthersChanged() && isInUse(id)))
  // While a cell is edited not even the person's own save moves rows: its editor would be drawn anew in another row,
  // without what has been typed.
  const next =
    isHeld && (isOthers || isEditing)
      ? inPlace(kept.rows, reply.from, isEditing ? nobodys : isOfOwn(entity))
      : asItCame(reply.from)
  return { ...next, ...reply, isOthers: isOthers && next.waiting !== null }
}

const NO_ROWS: never[] = []

/**
 * The rows of a list that does not jump: other people's changes appear in place, and those that would move rows are
 * held back until `accept` while somebody works in the list. The person's own changes, and new filters, show at once,
 * but no row moves while a cell is edited.
 * @param question what the list shows: filters, order, page
 */
export function useStableRows<Row extends TableRow>(result: Listed<Row>, question: string, place: ListPlace) {
  const from: Row[] = result.data?.data ?? NO_ROWS
  const ownChanges = useStore(ownChangeCount)
  const reply = { from, query: result.isPlaceholderData ? null : question, changes: ownChanges }
  const [kept, setKept] = useState<HeldRows<Row>>({ ...asItCame(from), ...reply, isOthers: false })
  let shown = kept
  if (isOld(kept, reply)) {
    shown = nextRows(kept, reply, place, isEdited(place.id))
    setKept(shown)
  }
  const accept = () => setKept({ ...asItCame(from), ...reply, isOthers: false })
  /** Called when an edit has ended by a key: nothing is typed any more, and no click is on its way to a row. */
  const letMove = () => {
    if (shown.waiting !== null) setKept(nextRows(shown, reply, place, false))
  }
  /** Called when the pointer leaves: nobody is disturbed any more, so held-back rows are shown. */
  const settle = () => {
    if (shown.waiting !== null && !isInUse(place.id)) accept()
  }
  return { rows: shown.rows, waiting: shown.waiting, accept, letMove, settle }
}
