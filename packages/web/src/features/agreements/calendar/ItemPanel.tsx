import { agreements } from '@vypusk/contract'
import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { SidePanel } from '../../../components/kit/data-table/SidePanel.tsx'
import { RouteAnchor, RouteButton } from '../../../components/kit/link/RouteLinks.tsx'
import { AgreementStatus } from '../../../components/shared/marks/AgreementStatus.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { NearDay } from '../../../components/shared/marks/NearDay.tsx'
import { WatchButton } from '../../../components/shared/watching/WatchButton.tsx'
import { paths } from '../../../paths.ts'
import { hoursInZones } from '../../../components/shared/dates/moments.ts'
import { Facts } from '../../../ui/Facts.tsx'
import type { Item } from './api.ts'
import classes from './Calendar.module.css'
import { clashInWords } from './texts.ts'

interface ItemPanelProps {
  items: readonly Item[]
  open: number
  onOpen: (id: number) => void
  onClose: () => void
  onMove: (item: Item) => void
}

const Clashes = ({ clashes }: Pick<Item, 'clashes'>) => (
  <ul className={classes.clashes}>
    {clashes.map((clash) => (
      <li key={`${clash.kind} ${clash.name} ${clash.release_id}`}>
        <RouteAnchor to={paths.release} params={{ releaseID: String(clash.release_id) }} inherit>
          {clashInWords(clash)}
        </RouteAnchor>
      </li>
    ))}
  </ul>
)

/** The details of one agreement, and its actions. */
export function ItemPanel({ items, open, onOpen, onClose, onMove }: ItemPanelProps) {
  const first = useRef<HTMLButtonElement>(null)
  // The focus moves into the panel, so that keyboard users do not have to go through the rest of the month.
  useEffect(() => first.current?.focus(), [])
  const nameOf = useFullNames()
  const index = items.findIndex(({ id }) => id === open)
  const item = items[index]
  if (!item) return null
  const walkTo = (next: Item | undefined) => (next ? () => onOpen(next.id) : null)
  const { id, release_id, details, company, releaseDate, remark, clashes } = item
  return (
    <SidePanel
      title={`Согласование ${id}`}
      onClose={onClose}
      onPrevious={walkTo(items[index - 1])}
      onNext={walkTo(items[index + 1])}
    >
      <Group gap="xs" mb="md">
        <Button ref={first} onClick={() => onMove(item)}>
          Перенести…
        </Button>
        <RouteButton variant="default" to={paths.agreement} params={{ agreementsId: String(id) }}>
          Открыть согласование
        </RouteButton>
        <WatchButton entity="agreement" id={id} />
      </Group>
      <Facts
        items={[
          [
            'Релиз',
            <RouteAnchor key="release" to={paths.release} params={{ releaseID: String(release_id) }} inherit>
              {details.title}
            </RouteAnchor>,
          ],
          ['Компания', nameOf(company)],
          ['Статус', <AgreementStatus key="status" status={agreements.shownStatus(item)} />],
          ['Дата установки', <NearDay key="day" day={releaseDate} />],
          ['Время', hoursInZones(item)],
          ['Замечание', remark],
          ['Пересечения', clashes.length === 0 ? null : <Clashes key="clashes" clashes={clashes} />],
        ]}
      />
    </SidePanel>
  )
}
