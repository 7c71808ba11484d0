import { useState } from 'react'
import { wereOthersJustHeard } from '../../api/live.ts'
import { asItCame, inPlace } from './steady.ts'
import type { Steady } from './steady.ts'
import type { TableRow } from './types.ts'

/** As much of a list's reply as its rows need. */
interface Listed<Row> {
  data: { data: Row[] } | undefined
  /** The data answers the question before. */
  isPlaceholderData?: boolean
}

interface Kept<Row> extends Steady<Row> {
  /** The reply the rows were taken from. */
  from: Row[]
  asked: string | null
}

/** Somebody works here: the pointer or the focus is in it, or it was scrolled. */
function isInUse(id: string): boolean {
  const place = document.getElementById(id)
  return place !== null && (place.scrollTop > 0 || place.matches(':hover, :focus-within'))
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
  // The rows of the question before are no beginning of this one's.
  const asked = result.isPlaceholderData ? null : question
  const [kept, setKept] = useState<Kept<Row>>({ ...asItCame(from), from, asked })
  let shown = kept
  if (from !== kept.from || asked !== kept.asked) {
    const isHeld = asked !== null && asked === kept.asked && kept.rows.length > 0
    const waits = isHeld && (kept.waiting !== null || (wereOthersJustHeard() && isInUse(id)))
    shown = { ...(waits ? inPlace(kept.rows, from) : asItCame(from)), from, asked }
    setKept(shown)
  }
  const accept = () => setKept({ ...asItCame(from), from, asked })
  /** The pointer has left: nobody is disturbed any more. */
  const settle = () => {
    if (shown.waiting !== null && !isInUse(id)) accept()
  }
  return { rows: shown.rows, waiting: shown.waiting, accept, settle }
}
