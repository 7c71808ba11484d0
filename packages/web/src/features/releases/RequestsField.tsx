import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { requests } from '@vypusk/contract'
import { useState } from 'react'
import { isApiError, sentenceOf } from '../../api/api-error.ts'
import { formatDuration } from '../../ui/duration.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { decodeName } from '../../ui/names.ts'
import classes from './ReleaseFormPage.module.css'
import { RequestAdder } from './RequestAdder.tsx'
import { lookUpRequest } from './api.ts'
import { refusedRequests, requestsCount } from './texts.ts'

type Row = requests.RequestRow

interface RequestsFieldProps {
  /** The release that is edited; its own requests are not taken. */
  release_id: number
  /** Rows known from the start. */
  known: readonly Row[]
  value: readonly number[]
  onChange: (ids: number[]) => void
  error?: React.ReactNode
}

/** Looks numbers up one by one; what cannot be added is named with the reason of each kind. */
async function lookUp(ids: readonly number[], release_id: number): Promise<{ rows: Row[]; refused: string[] }> {
  const answers = await Promise.all(
    ids.map((id) =>
      lookUpRequest(id, release_id).then(
        (row) => ({ id, row }),
        (error: unknown) => ({ id, error }),
      ),
    ),
  )
  const rows = answers.flatMap((answer) => ('row' in answer ? answer.row : []))
  const failed = answers.flatMap((answer) => ('error' in answer ? [answer] : []))
  const bySentence = Map.groupBy(failed, ({ error }) => (isApiError(error) ? error.message : sentenceOf(error)))
  return {
    rows,
    refused: [...bySentence].map(([sentence, some]) =>
      refusedRequests(
        sentence,
        some.map(({ id }) => id),
      ),
    ),
  }
}

/** The requests of the release being written: added by number, list or words. */
export function RequestsField({ release_id, known, value, onChange, error }: RequestsFieldProps) {
  const client = useQueryClient()
  const [looked, setLooked] = useState<readonly Row[]>([])
  const [isBusy, setBusy] = useState(false)
  const byId = new Map([...known, ...looked].map((row) => [row.id, row]))

  const add = async (ids: number[]): Promise<string | null> => {
    const repeated = ids.filter((id) => value.includes(id))
    if (repeated.length === ids.length) return refusedRequests('Заявка уже добавлена в релиз', repeated)
    setBusy(true)
    const { rows, refused } = await lookUp(
      ids.filter((id) => !value.includes(id)),
      release_id,
    )
    setBusy(false)
    setLooked((before) => [...before, ...rows])
    if (rows.length > 0) onChange([...value, ...rows.map(({ id }) => id)])
    void client.invalidateQueries({ queryKey: ['request', 'free'] })
    return refused.length > 0 ? refused.join('; ') : null
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
          <Picked key={id} id={id} row={byId.get(id)} onRemove={() => onChange(value.filter((each) => each !== id))} />
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
    <span className={classes.dim}>{row && decodeName(row.company.namecomp)}</span>
    <span className={classes.hours}>
      {row?.backlog_request?.planned_time ? formatDuration(row.backlog_request.planned_time) : '–'}
    </span>
    <IconAction label={`Убрать заявку ${id}`} size={22} onClick={onRemove}>
      <IconX size={14} />
    </IconAction>
  </li>
)
