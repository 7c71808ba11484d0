import type { Ability } from '@vypusk/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { Arrived, DeliveryRows, SHOWN } from '../../components/shared/deliveries/Deliveries.tsx'
import { Section } from '../../ui/Section.tsx'
import { copiesQuery } from './api.ts'

interface CopiesProps {
  /** The publication. */
  id: number
  canResend: Ability
}

/** Copies of these states, a page of them at first. */
function Pages({ id, states, canResend }: CopiesProps & { states: Parameters<typeof copiesQuery>[1] }) {
  const { data, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(copiesQuery(id, states))
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  const total = data?.pages.at(-1)?.total ?? 0
  return (
    <DeliveryRows
      deliveries={rows}
      canResend={canResend}
      rest={total - rows.length}
      isFetching={isFetchingNextPage}
      onMore={() => void fetchNextPage()}
    />
  )
}

/** Those that have arrived: many of them are behind a line, and fetched when it is opened. */
function Sent({ count, ...props }: CopiesProps & { count: number }) {
  const [isOpen, setOpen] = useState(false)
  if (count <= SHOWN) return <Pages {...props} states="sent" />
  return (
    <Arrived count={count} onToggle={setOpen}>
      {isOpen && <Pages {...props} states="sent" />}
    </Arrived>
  )
}

/** The publication's copies on the file server with the state of each, failures first; nothing if there are none. */
export function Copies(props: CopiesProps) {
  const { data, error, refetch } = useInfiniteQuery(copiesQuery(props.id, 'unsent'))
  if (error && !data) {
    return (
      <TableState title="Копии не загрузились" action={<Button onClick={() => void refetch()}>Повторить</Button>}>
        {sentenceOf(error)}
      </TableState>
    )
  }
  const counts = data?.pages[0]?.counts
  if (!counts) return null
  const unsent = counts.failed + counts.queued
  if (unsent + counts.sent === 0) return null
  return (
    <Section title="Копии на FTP" aside={unsent + counts.sent}>
      {unsent > 0 && <Pages {...props} states="unsent" />}
      {counts.sent > 0 && <Sent {...props} count={counts.sent} />}
    </Section>
  )
}
