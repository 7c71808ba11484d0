import { health } from '@vypusk/contract'
import { Anchor, Modal } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { formatMoment } from '../../../ui/dates.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import { ownClock } from '../dates/own-clock.ts'

const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => call(health.about, { signal, onRefusal: 'throw' }),
  staleTime: 0,
})

const UNKNOWN = 'неизвестна: программа скопирована без сведений о себе'

function About() {
  const { data, error } = useQuery(aboutQuery)
  if (!data && error) return <p>{error.message}</p>
  if (!data) return <SkeletonLines lines={3} label="Загрузка" />
  const { version, commit, committed_at } = data
  return (
    <Facts
      items={[
        ['Версия', version],
        ['Сборка', commit ?? UNKNOWN],
        ['От', committed_at && formatMoment(committed_at)],
        ['Часы', ownClock().note],
        [
          'Для программ',
          <Anchor key="docs" href="/api/docs" target="_blank" rel="noreferrer">
            Описание API
          </Anchor>,
        ],
      ]}
    />
  )
}

/** Version information, which support asks for first. */
export const AboutDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title="О системе">
    <About />
  </Modal>
)
