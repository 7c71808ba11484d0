import { decodeName } from '@vypusk/contract'
import { IconX } from '@tabler/icons-react'
import type { requests } from '@vypusk/contract'
import { useState } from 'react'
import { formatDuration } from '../../../ui/duration.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import classes from './ReleaseFormPage.module.css'
import { RequestAdder, type NotAdded } from '../tabs/RequestAdder.tsx'
import { checkRequests } from '../../../components/shared/bringing/api.ts'
import { askBringing } from '../../../components/shared/bringing/askBringing.tsx'
import type { Came } from '../../../components/shared/bringing/texts.ts'
import { refusedRequests, requestsCount, whatIsWrong } from '../texts.ts'

type Row = requests.RequestRow
const NOTHING = { ids: [], bring: { companies: [], modules: [] } }

interface RequestsFieldProps {
  /** The release being edited; its own requests do not count as taken. */
  release_id: number
  /** Rows known from the start. */
  known: readonly Row[]
  value: readonly number[]
  /** The companies and modules of the form, to which those that come with requests are added. */
  had: { companies: readonly number[]; modules: readonly number[]; is_visible_for_client: boolean }
  /** Gets the change rather than the ids, which may have been changed while requests were being checked. */
  onChange: (change: (ids: readonly number[]) => number[], brought: Came) => void
  error?: React.ReactNode
}

/** The requests of the release being edited: added by number, by list or by words. */
export function RequestsField({ release_id, known, value, had, onChange, error }: RequestsFieldProps) {
  const [added, setAdded] = useState<readonly Row[]>([])
  const [isBusy, setBusy] = useState(false)
  const byId = new Map([...known, ...added].map((row) => [row.id, row]))

  const add = async (ids: number[]): Promise<NotAdded | null> => {
    const repeated = ids.filter((id) => value.includes(id))
    if (repeated.length === ids.length)
      return { problem: refusedRequests('Заявка уже добавлена в релиз', repeated), ids: repeated }
    setBusy(true)
    const checked = await checkRequests(
      release_id,
      ids.filter((id) => !value.includes(id)),
      { companies: [...had.companies], modules: [...had.modules] },
    ).finally(() => setBusy(false))
    // A request that was removed here but not saved yet still belongs to the release.
    const own = checked.taken.filter(({ release }) => release?.id === release_id)
    const taken = checked.taken.filter(({ release }) => release?.id !== release_id)
    const rows = [...checked.free, ...own]
    const wanted =
      rows.length > 0 ? await askBringing({ ...checked, is_visible_for_client: had.is_visible_for_client }) : NOTHING
    if (!wanted) return { problem: '', ids }
    setAdded((before) => [...before, ...rows])
    const all = [...wanted.ids, ...own.map(({ id }) => id)]
    if (all.length > 0) onChange((now) => [...new Set([...now, ...all])], wanted.bring)
    const refused = [...checked.missing, ...taken.map(({ id }) => id)]
    return refused.length > 0
      ? { problem: whatIsWrong({ taken, missing: checked.missing }, release_id), ids: refused }
      : null
  }

  return (
    <fieldset className={classes.requests}>
      <legend>
        Заявки <span className={classes.dim}>{value.length > 0 && requestsCount(value.length)}</span>
      </legend>
      <RequestAdder onAdd={add} isBusy={isBusy} />
      {error && <p className={classes.error}>{error}</p>}
      <ul className={classes.picked}>
        {value.map((id) => (
          <Picked
            key={id}
            id={id}
            row={byId.get(id)}
            onRemove={() => onChange((ids) => ids.filter((each) => each !== id), NOTHING.bring)}
          />
        ))}
      </ul>
    </fieldset>
  )
}

const Picked = ({ id, row, onRemove }: { id: number; row: Row | undefined; onRemove: () => void }) => (
  <li>
    <span className={classes.number}>{id}</span>
    <span className={classes.name} title={row?.e_title}>
      {row?.e_title}
    </span>
    <span className={classes.company} title={row && decodeName(row.company.namecomp)}>
      {row && decodeName(row.company.namecomp)}
    </span>
    <span className={classes.hours}>
      {row?.backlog_request?.planned_time ? formatDuration(row.backlog_request.planned_time) : '–'}
    </span>
    <IconAction label={`Убрать заявку ${id}`} size={22} onClick={onRemove}>
      <IconX size={14} />
    </IconAction>
  </li>
)
