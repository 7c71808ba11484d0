import { AddToReleaseDialog } from './AddToReleaseDialog.tsx'
import { HoursDialog } from './HoursDialog.tsx'

/** The requests of an action, and a function called when it is done, which unmarks them. */
export interface Chosen {
  ids: number[]
  clear: () => void
}

interface BacklogDialogsProps {
  /** Requests to add to a release. */
  added: Chosen | null
  /** Requests whose hours are to be entered. */
  timed: Chosen | null
  onClose: () => void
  onHours: (chosen: Chosen, planned_time: number | null) => Promise<boolean>
}

/** The dialogs shown before an action on requests. */
export const BacklogDialogs = ({ added, timed, onClose, onHours }: BacklogDialogsProps) => (
  <>
    {added && <AddToReleaseDialog ids={added.ids} onClose={onClose} onAdded={added.clear} />}
    {timed && <HoursDialog ids={timed.ids} onClose={onClose} onSave={(planned_time) => onHours(timed, planned_time)} />}
  </>
)
