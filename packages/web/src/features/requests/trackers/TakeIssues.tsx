import { Alert, Button, Group, Progress, Select, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf, trackers } from '@vypusk/contract'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import { formatNumber } from '../../../ui/duration.ts'
import classes from '../importing/Import.module.css'
import { issuesOf, projectsQuery } from './api.ts'

interface TakeIssuesProps {
  tracker: trackers.Tracker
  /** Receives what was read, as a file like one exported from the same Redmine. */
  onTaken: (file: File) => void
}

const ALL = 'all'
const PERCENT = 100

/** Reads the issues, and can be stopped; what was read so far is then discarded. */
function useTaking(tracker: trackers.Tracker, onTaken: (file: File) => void) {
  const stop = useRef<AbortController | null>(null)
  const [rows, setRows] = useState<Rows | null>(null)
  const [error, setError] = useState<Error | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const take = async (project: string, comments: boolean) => {
    stop.current = new AbortController()
    const { signal } = stop.current
    setError(null)
    setRows({ done: 0, total: 0 })
    try {
      const onProgress = (done: number, total: number) => setRows({ done, total })
      const wanted = { project: project === ALL ? null : Number(project), comments }
      const issues = await issuesOf({ id: tracker.id, ...wanted, signal, onProgress })
      onTaken(new File([JSON.stringify({ issues })], `${tracker.name}.json`, { type: 'application/json' }))
    } catch (thrown) {
      if (!signal.aborted) setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
      setRows(null)
    }
  }
  return { rows, error, take, cancel: () => stop.current?.abort() }
}

interface Rows {
  done: number
  total: number
}

const Reading = ({ rows: { done, total }, onCancel }: { rows: Rows; onCancel: () => void }) => (
  <Stack gap="sm">
    <span role="status">
      Прочитано заявок: {formatNumber(done)} из {total > 0 ? formatNumber(total) : '…'}
    </span>
    <Progress value={total > 0 ? (done / total) * PERCENT : 0} aria-label="Чтение Redmine" />
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Остановить
      </Button>
    </Group>
  </Stack>
)

interface ChoiceProps {
  /** The owner of the key, and the projects it gives access to. */
  shown: ReplyOf<typeof trackers.test>
  onTake: (project: string, comments: boolean) => void
}

function Choice({ shown: { person, projects }, onTake }: ChoiceProps) {
  const [project, setProject] = useState(ALL)
  const [comments, setComments] = useState(true)
  const options = projects.map(({ id, name }) => ({ value: String(id), label: `${name} (№ ${id})` }))
  return (
    <>
      <p className={classes.note}>Ключ: {person}. Сначала всё проверяется, записывает кнопка «Загрузить».</p>
      <Select
        label="Проект"
        searchable
        allowDeselect={false}
        data={[{ value: ALL, label: 'Все проекты' }, ...options]}
        value={project}
        onChange={(value) => setProject(value ?? ALL)}
      />
      <Switch
        label="С комментариями"
        description="Каждая заявка читается отдельно, это дольше"
        checked={comments}
        onChange={(event) => setComments(event.currentTarget.checked)}
      />
      <Button className={classes.alike} onClick={() => onTake(project, comments)}>
        Прочитать и проверить
      </Button>
    </>
  )
}

/** Chooses which issues of a Redmine to import; they are then checked like a file. */
export function TakeIssues({ tracker, onTaken }: TakeIssuesProps) {
  const { data, error: refused } = useQuery(projectsQuery(tracker.id))
  const { rows, error, take, cancel } = useTaking(tracker, onTaken)
  const wrong = error ?? refused
  if (!data && !refused) return <SkeletonLines lines={3} label="Спрашиваем Redmine" />
  if (rows) return <Reading rows={rows} onCancel={cancel} />
  return (
    <Stack gap="md">
      {wrong && <Alert color="red" role="alert" title={sentenceOf(wrong)} />}
      {data && <Choice shown={data} onTake={(project, comments) => void take(project, comments)} />}
    </Stack>
  )
}
