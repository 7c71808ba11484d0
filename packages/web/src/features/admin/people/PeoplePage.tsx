import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { adminPeople } from '@vypusk/contract'
import { DataTable } from '../../../components/kit/data-table/DataTable.tsx'
import { TableState } from '../../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../../components/kit/filter-bar/FilterBar.tsx'
import { useListState } from '../../../components/kit/list-state/useListState.ts'
import { Page } from '../../../components/shared/page/Page.tsx'
import { companiesQuery } from '../../../api/lookups.ts'
import { peopleQuery } from './api.ts'
import { columns } from './columns.tsx'
import { byName, filtersOf, schema } from './filters.ts'
import { NewPerson } from './NewPerson.tsx'
import { PersonPanel } from './PersonPanel.tsx'
import { peopleCount } from './texts.ts'

const PAGE = 'AdminPeopleTable'
const search = { name: 'search_string', placeholder: 'Имя, логин или почта' } as const
const panel = (id: number) => <PersonPanel id={id} />
const empty = <TableState title="Людей ещё нет">Создайте запись: человек задаст пароль по ссылке из письма.</TableState>

/** All accounts: who the people are, what they may do, whether they can sign in. */
export function PeoplePage() {
  const list = useListState(schema, byName)
  const { client_ids, role_ids, state_ids, ...rest } = list.query
  const query = {
    ...rest,
    client_ids: client_ids?.join(','),
    role_ids: role_ids?.join(','),
    state_ids: state_ids?.join(','),
  }
  const result = useQuery(peopleQuery(query))
  const { data: companies } = useQuery(companiesQuery)
  const filters = useMemo(() => filtersOf(companies?.companies), [companies])
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Page
      title="Люди"
      aside={result.data && peopleCount(result.data.total)}
      actions={
        <>
          <ExcelButton endpoint={adminPeople.list} input={{ query: { ...query, isExcel: true } }} />
          <Button onClick={open}>Новый человек</Button>
        </>
      }
      toolbar={<FilterBar page={PAGE} list={list} search={search} filters={filters} />}
    >
      <DataTable
        page={PAGE}
        entity="user"
        label="Люди"
        columns={columns}
        result={result}
        list={list}
        panel={panel}
        panelTitle={panelTitle}
        empty={empty}
      />
      <NewPerson opened={opened} onClose={close} onDone={(id) => (close(), list.setOpen(id))} />
    </Page>
  )
}

const panelTitle = () => 'Человек'
