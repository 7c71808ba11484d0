import { AddToReleaseDialog } from './AddToReleaseDialog.tsx'
import { HoursDialog } from './HoursDialog.tsx'

/** Requests that something is done with, and what is done when it is: marks are taken off. */
export interface Chosen {
  ids: number[]
  clear: () => void
}

interface BacklogDialogsProps {
  /** Requests that go into a release. */
  added: Chosen | null
  /** Requests whose hours are asked for. */
  timed: Chosen | null
  onClose: () => void
  onHours: (chosen: Chosen, planned_time: number | null) => void
}

/** What is asked before something is done with requests. */
export const BacklogDialogs = ({ added, timed, onClose, onHours }: BacklogDialogsProps) => (
  <>
    {added && <AddToReleaseDialog ids={added.ids} onClose={onClose} onAdded={added.clear} />}
    {timed && <HoursDialog ids={timed.ids} onClose={onClose} onSave={(planned_time) => onHours(timed, planned_time)} />}
  </>
)
