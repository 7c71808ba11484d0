import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { trackers } from '@vypusk/contract'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import { trackersQuery } from './api.ts'
import { TrackerCard } from './TrackerCard.tsx'
import { TrackerForm } from './TrackerForm.tsx'
import classes from './Trackers.module.css'

interface TrackersProps {
  onTaken: (tracker: trackers.Tracker, file: File) => void
}

/** Redmines that are read directly: requests on demand, developers' hours continuously. */
export function Trackers({ onTaken }: TrackersProps) {
  const { data, error, refetch } = useQuery(trackersQuery)
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Section title="Прямо из Redmine" level={2}>
      <p className={classes.dim}>
        По адресу и ключу: заявки берутся без файла, а часы и состояние задач разработчиков каждые 20 секунд встают на
        заявки и релизы.
      </p>
      {error && !data && <ErrorState title="Подключения не загрузились" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={2} label="Загрузка подключений" />}
      {data?.trackers.map((tracker) => (
        <TrackerCard key={tracker.id} tracker={tracker} onTaken={onTaken} />
      ))}
      <Button variant="default" size="compact-sm" className={classes.add} onClick={open}>
        Подключить Redmine
      </Button>
      <Modal opened={opened} onClose={close} title="Подключить Redmine" size="lg">
        <TrackerForm onClose={close} />
      </Modal>
    </Section>
  )
}
