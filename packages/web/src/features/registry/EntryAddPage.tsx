import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { registryAccessQuery } from '../../api/registry-access.ts'
import { BackLink } from '../../components/kit/link/RouteLinks.tsx'
import { thingId } from '../../components/kit/list-state/codecs.ts'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { ManyEntries } from './ManyEntries.tsx'
import { NewEntry } from './NewEntry.tsx'
import { NoAccess } from './NoAccess.tsx'
import classes from './registry.module.css'

const WAYS = [
  { value: 'one', label: 'Одна запись' },
  { value: 'many', label: 'Несколько сразу' },
]

/** Creates entries: one with the form, or several pasted from a spreadsheet. */
export function EntryAddPage() {
  const { data: access } = useQuery(registryAccessQuery)
  const request = useRouterState({ select: ({ location }) => thingId(location.search['request']) })
  const [way, setWay] = useState('one')
  if (access && !access.canCreateRegistry) return <NoAccess />
  return (
    <Page
      title="Новая запись реестра"
      before={<BackLink to={paths.registry}>Реестр</BackLink>}
      toolbar={
        <SegmentedControl
          size="xs"
          className={classes.ways}
          aria-label="Сколько записей"
          data={WAYS}
          value={way}
          onChange={setWay}
        />
      }
    >
      {way === 'one' ? <NewEntry request={request} /> : <ManyEntries />}
    </Page>
  )
}
