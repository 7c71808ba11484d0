import { useState } from 'react'
import { isOwn, ownChangeCount, haveOthersChanged } from '../../../api/live.ts'
import type { Entity } from '../../../api/entity.ts'
import { useStore } from '../../../ui/store.ts'
import { asItCame, inPlace } from './stable-rows.ts'
import type { StableRows } from './stable-rows.ts'
import type { TableRow } from './types.ts'

/** As much of a list's reply as its rows need. */
interface Listed<Row> {
  data: { data: Row[] } | undefined
  /** The data answers the question before. */
  isPlaceholderData?: boolean
}

/** What the rows are taken from. */
interface ListReply<Row> {
  from: Row[]
  /** What the reply answers; null while it answers the question before. */
  asked: string | null
  /** The own changes told of by then. */
  heard: number
}
type HeldRows<Row> = StableRows<Row> & ListReply<Row>

/** Where a list stands: the element that scrolls, and what the ids of its rows name. */
export interface ListPlace {
  id: string
  entity: Entity | null
}

/** Whether this person has just changed what a row is, or what it tells of. */
const isOfOwn =
  (listed: Entity | null) =>
  ({ id, entity, entity_id }: TableRow) =>
    (listed !== null && isOwn(listed, id)) ||
    (entity !== undefined && entity_id !== undefined && isOwn(entity, entity_id))

/** Somebody works here: the pointer or the focus is in it, or it was scrolled. */
function isInUse(id: string): boolean {
  const place = document.getElementById(id)
  return place !== null && (place.scrollTop > 0 || place.matches(':hover, :focus-within'))
}

/** Whether the rows kept answer to something else; a reply may be faster than the word that it brings an own change. */
const isOld = <Row extends TableRow>(kept: HeldRows<Row>, { from, asked, heard }: ListReply<Row>) =>
  from !== kept.from || asked !== kept.asked || (kept.waiting !== null && heard !== kept.heard)

/** The rows to show of what came, beside those that are shown. */
function taken<Row extends TableRow>(
  kept: HeldRows<Row>,
  came: ListReply<Row>,
  { id, entity }: ListPlace,
): HeldRows<Row> {
  // The rows of the question before are no beginning of this one's.
  const isHeld = came.asked !== null && came.asked === kept.asked && kept.rows.length > 0
  const waits = isHeld && (kept.waiting !== null || (haveOthersChanged() && isInUse(id)))
  return { ...(waits ? inPlace(kept.rows, came.from, isOfOwn(entity)) : asItCame(came.from)), ...came }
}

const NO_ROWS: never[] = []

/**
 * The rows of a list that does not jump: what others change appears in place, what would move the rows
 * waits for `accept` while somebody works in the list. Own changes and own questions show at once.
 * @param question what the list shows: filters, order, page
 */
export function useStableRows<Row extends TableRow>(result: Listed<Row>, question: string, place: ListPlace) {
  const from: Row[] = result.data?.data ?? NO_ROWS
  const ownChanges = useStore(ownChangeCount)
  const came = { from, asked: result.isPlaceholderData ? null : question, heard: ownChanges }
  const [kept, setKept] = useState<HeldRows<Row>>({ ...asItCame(from), ...came })
  let shown = kept
  if (isOld(kept, came)) {
    shown = taken(kept, came, place)
    setKept(shown)
  }
  const accept = () => setKept({ ...asItCame(from), ...came })
  /** The pointer has left: nobody is disturbed any more. */
  const settle = () => {
    if (shown.waiting !== null && !isInUse(place.id)) accept()
  }
  return { rows: shown.rows, waiting: shown.waiting, accept, settle }
}
