import { useState } from 'react'
import { confirm } from '../../kit/feedback/dialogs.tsx'
import { BringAlong } from './BringAlong.tsx'
import {
  ALL_TICKED,
  isMoreThanRequests,
  requestsCount,
  tickedOf,
  type Checked,
  type Ticked,
  type Unticked,
} from './texts.ts'

/** Holds the ticked items and passes changes on. */
function BringingQuestion({ checked, onChange }: { checked: Checked; onChange: (unticked: Unticked) => void }) {
  const [unticked, setUnticked] = useState(ALL_TICKED)
  return <BringAlong checked={checked} unticked={unticked} onChange={(next) => (setUnticked(next), onChange(next))} />
}

/**
 * Shows what comes with requests before they are added; does not ask when nothing does.
 * @returns the requests and what they bring, or null when the person cancelled
 */
export async function askBringing(checked: Checked): Promise<Ticked | null> {
  if (!isMoreThanRequests(checked)) return tickedOf(checked, ALL_TICKED)
  let unticked = ALL_TICKED
  const isWanted = await confirm({
    title: `Добавить в релиз: ${requestsCount(checked.free.length)}`,
    children: <BringingQuestion checked={checked} onChange={(next) => (unticked = next)} />,
    action: 'Добавить',
    isExpected: true,
  })
  return isWanted ? tickedOf(checked, unticked) : null
}
