import { useState } from 'react'
import { isOwn, ownChangesHeard, wereOthersHeard } from '../../api/live.ts'
import { useStore } from '../../ui/store.ts'
import { asItCame, inPlace } from './steady.ts'
import type { Steady } from './steady.ts'
import type { TableRow } from './types.ts'

/** As much of a list's reply as its rows need. */
interface Listed<Row> {
  data: { data: Row[] } | undefined
  /** The data answers the question before. */
  isPlaceholderData?: boolean
}

/** What the rows are taken from. */
interface Came<Row> {
  from: Row[]
  /** What the reply answers; null while it answers the question before. */
  asked: string | null
  /** The own changes told of by then. */
  heard: number
}
type Kept<Row> = Steady<Row> & Came<Row>

/** A row of the log, or of what was deleted, is of another thing than its own id names. */
const isOfOwn = ({ id, entity_id }: TableRow) => isOwn(id) || (entity_id !== undefined && isOwn(entity_id))

/** Somebody works here: the pointer or the focus is in it, or it was scrolled. */
function isInUse(id: string): boolean {
  const place = document.getElementById(id)
  return place !== null && (place.scrollTop > 0 || place.matches(':hover, :focus-within'))
}

/** Whether the rows kept answer to something else; a reply may be faster than the word that it brings an own change. */
const isOld = <Row extends TableRow>(kept: Kept<Row>, { from, asked, heard }: Came<Row>) =>
  from !== kept.from || asked !== kept.asked || (kept.waiting !== null && heard !== kept.heard)

/** The rows to show of what came, beside those that are shown. */
function taken<Row extends TableRow>(kept: Kept<Row>, came: Came<Row>, id: string): Kept<Row> {
  // The rows of the question before are no beginning of this one's.
  const isHeld = came.asked !== null && came.asked === kept.asked && kept.rows.length > 0
  const waits = isHeld && (kept.waiting !== null || (wereOthersHeard() && isInUse(id)))
  return { ...(waits ? inPlace(kept.rows, came.from, isOfOwn) : asItCame(came.from)), ...came }
}

const NO_ROWS: never[] = []

/**
 * The rows of a list that does not jump: what others change appears in place, what would move the rows
 * waits for `accept` while somebody works in the list. Own changes and own questions show at once.
 * @param question what the list shows: filters, order, page
 * @param id of the element that scrolls
 */
export function useSteadyRows<Row extends TableRow>(result: Listed<Row>, question: string, id: string) {
  const from: Row[] = result.data?.data ?? NO_ROWS
  const heard = useStore(ownChangesHeard)
  const came = { from, asked: result.isPlaceholderData ? null : question, heard }
  const [kept, setKept] = useState<Kept<Row>>({ ...asItCame(from), ...came })
  let shown = kept
  if (isOld(kept, came)) {
    shown = taken(kept, came, id)
    setKept(shown)
  }
  const accept = () => setKept({ ...asItCame(from), ...came })
  /** The pointer has left: nobody is disturbed any more. */
  const settle = () => {
    if (shown.waiting !== null && !isInUse(id)) accept()
  }
  return { rows: shown.rows, waiting: shown.waiting, accept, settle }
}
