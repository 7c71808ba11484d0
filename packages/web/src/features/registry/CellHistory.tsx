import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { recordedInWords } from '../../components/shared/history/History.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { changelogQuery } from './api.ts'
import type { Entry } from './api.ts'
import quiet from '../../ui/quiet.module.css'

const SHOWN = 5

/** The changes of one cell, newest first. */
export function CellHistory({ entry, column }: { entry: Entry; column: string }) {
  const { data, error } = useQuery(changelogQuery(entry.id))
  const own = data?.filter(({ field }) => field === column) ?? []
  if (own.length === 0)
    return <span className={quiet.dim}>{data ? 'Не менялось' : error ? sentenceOf(error) : 'Загрузка…'}</span>
  return (
    <>
      {own.slice(0, SHOWN).map(({ id, at, user, before, after, field }) => (
        <div key={id}>
          <div className={quiet.dim}>{`${formatMoment(at)} · ${user.name}`}</div>
          <div>
            {recordedInWords(before, field)} → {recordedInWords(after, field)}
          </div>
        </div>
      ))}
    </>
  )
}
