import { Button, Checkbox, Group, Modal, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { trackers } from '@vypusk/contract'
import { confirm } from '../../../components/kit/feedback/dialogs.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { formatMoment } from '../../../ui/dates.ts'
import { formatNumber } from '../../../ui/duration.ts'
import { countOf } from '../../../ui/plural.ts'
import { useTrackers } from './api.ts'
import { TakeIssues } from './TakeIssues.tsx'
import { TrackerForm } from './TrackerForm.tsx'
import classes from './Trackers.module.css'

const FILES = ['вложение', 'вложения', 'вложений'] as const
/** The attachments of requests that were imported from it. */
const filesShown = ({ kept, waiting, failed }: trackers.Tracker['files']) =>
  [
    kept > 0 && `${countOf(kept, FILES)} уже здесь`,
    waiting > 0 && `ждут очереди: ${formatNumber(waiting)}`,
    failed > 0 && `не забраны: ${formatNumber(failed)}, почему – в заявках`,
  ]
    .filter(Boolean)
    .join(' · ')

const TASKS = ['задача', 'задачи', 'задач'] as const
/** «Не видит 1 задачу». */
const SEEN = ['задачу', 'задачи', 'задач'] as const

/** The state of a tracker: what is known, as of when, and why nothing new has been read. */
function TrackerStatus({ tracker }: { tracker: trackers.Tracker }) {
  const { is_active, read_at, failing_since, failure, issues, hidden, files } = tracker
  const known = read_at ? `${countOf(issues, TASKS)} на ${formatMoment(read_at)}` : 'ещё не прочитан'
  return (
    <>
      <div className={classes.dim}>{is_active ? known : `${known}, не читается`}</div>
      {filesShown(files) && <div className={classes.dim}>{filesShown(files)}</div>}
      {hidden > 0 && (
        <div className={classes.over}>
          Ключ больше не видит {countOf(hidden, SEEN)}: часы остались такими, какими прочитаны. Проверьте роль владельца
          ключа и не в архиве ли проект
        </div>
      )}
      {is_active && failing_since && (
        <div className={classes.over}>
          Не читается с {formatMoment(failing_since)}: {failure}
        </div>
      )}
    </>
  )
}

/** What is to become of the tasks of a tracker that is removed. */
const LeftTasks = ({ onChange }: { onChange: (isWanted: boolean) => void }) => (
  <>
    Его задачи останутся такими, какими прочитаны последний раз.
    <Checkbox
      mt="sm"
      label="Убрать и его задачи"
      description="Их часы уйдут из заявок и релизов"
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  </>
)

interface TrackerCardProps {
  tracker: trackers.Tracker
  onTaken: (tracker: trackers.Tracker, file: File) => void
}

/** One Redmine: its state and its actions. */
export function TrackerCard({ tracker, onTaken }: TrackerCardProps) {
  const { id, name, url, is_active, files } = tracker
  const { save, remove, refetch } = useTrackers()
  const [isEdited, editing] = useDisclosure(false)
  const [isTaken, taking] = useDisclosure(false)
  const discard = async () => {
    let with_tasks = false
    const children = <LeftTasks onChange={(wanted) => (with_tasks = wanted)} />
    const question = { title: `Отключить ${name}?`, children, action: 'Отключить', dangerous: true }
    if (await confirm(question)) whenDone(remove.mutateAsync({ id, with_tasks }))
  }
  const switchTo = (now: boolean) => whenDone(save.mutateAsync({ id, is_active: now }))
  return (
    <section className={classes.card} aria-label={name}>
      <div className={classes.line}>
        <h3 className={classes.name}>
          {name} <span className={classes.url}>{url}</span>
        </h3>
        <Switch
          label="Читать часы задач"
          checked={is_active}
          disabled={save.isPending}
          onChange={({ currentTarget }) => switchTo(currentTarget.checked)}
        />
      </div>
      <TrackerStatus tracker={tracker} />
      <Group gap={6} mt={4}>
        <Button variant="default" size="compact-sm" onClick={taking.open}>
          Взять заявки
        </Button>
        {is_active && files.failed > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            loading={refetch.isPending}
            onClick={() => whenDone(refetch.mutateAsync(id))}
          >
            Забрать вложения снова
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" onClick={editing.open}>
          Изменить
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          color="red"
          loading={remove.isPending}
          onClick={() => void discard()}
        >
          Отключить
        </Button>
      </Group>
      <Modal opened={isEdited} onClose={editing.close} title={name} size="lg">
        <TrackerForm tracker={tracker} onClose={editing.close} />
      </Modal>
      <Modal opened={isTaken} onClose={taking.close} title={`Заявки из ${name}`} size="lg">
        <TakeIssues
          tracker={tracker}
          onTaken={(file) => {
            taking.close()
            onTaken(tracker, file)
          }}
        />
      </Modal>
    </section>
  )
}
