import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { adminCompanies } from '@vypusk/contract'
import { DataTable } from '../../../components/kit/data-table/DataTable.tsx'
import { TableState } from '../../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../../components/kit/filter-bar/FilterBar.tsx'
import { useListState } from '../../../components/kit/list-state/useListState.ts'
import { Page } from '../../../components/shared/page/Page.tsx'
import { companiesCount } from '../../../components/shared/company/texts.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyPanel } from './CompanyPanel.tsx'
import { systemsQuery } from '../../../api/lookups.ts'
import { companiesQuery } from './api.ts'
import { columns } from './columns.tsx'
import { byName, filtersOf, schema } from './filters.ts'

const PAGE = 'AdminCompaniesTable'
const search = { name: 'search_string', placeholder: 'Название' } as const
const panel = (id: number) => <CompanyPanel id={id} />
const panelTitle = () => 'Компания'
const empty = <TableState title="Компаний ещё нет">Создайте компанию, выберите её модули и добавьте людей.</TableState>

/** Client companies with their modules and people. */
export function CompaniesPage() {
  const list = useListState(schema, byName)
  const { module_ids, state_ids, ...rest } = list.query
  const query = { ...rest, module_ids: module_ids?.join(','), state_ids: state_ids?.join(',') }
  const result = useQuery(companiesQuery(query))
  const { data: systems } = useQuery(systemsQuery)
  const filters = useMemo(() => filtersOf(systems?.systems), [systems])
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Page
      title="Компании"
      aside={result.data && companiesCount(result.data.total)}
      actions={
        <>
          <ExcelButton endpoint={adminCompanies.list} input={{ query: { ...query, isExcel: true } }} />
          <Button onClick={open}>Новая компания</Button>
        </>
      }
      toolbar={<FilterBar page={PAGE} list={list} search={search} filters={filters} />}
    >
      <DataTable
        page={PAGE}
        entity="company"
        label="Компании"
        columns={columns}
        result={result}
        list={list}
        panel={panel}
        panelTitle={panelTitle}
        empty={empty}
      />
      <Modal opened={opened} onClose={close} title="Новая компания">
        <CompanyForm onDone={(id) => (close(), list.setOpen(id))} onCancel={close} />
      </Modal>
    </Page>
  )
}
