import { auth } from '@vypusk/contract'
import type { Page } from '@vypusk/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { settingsQuery } from '../../../api/settings.ts'
import { queryClient } from '../../../api/query-client.ts'
import { renderAlone } from '../../../testing/alone.tsx'
import { noSettings } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'
import { useListState } from '../list-state/useListState.ts'
import { DataTable } from './DataTable.tsx'
import type { DataColumn } from './types.ts'

interface Thing {
  id: number
  title: string
}

/** Ids of the rows that have been drawn, in order. */
let drawn: number[] = []
const columns: DataColumn<Thing>[] = [
  { id: 'id', title: '№', width: 60, pinned: true, cell: ({ id }) => (drawn.push(id), id) },
  { id: 'title', title: 'Название', width: 200, grow: true, cell: ({ title }) => title },
]
const order = { keys: ['id'] as const, order_by: 'id' as const, isDesc: false }
const pageOf = (data: Thing[]): Page<Thing> => ({
  data,
  total: data.length,
  from: 1,
  to: data.length,
  current_page: 1,
  per_page: 50,
  more: false,
})
const one = { id: 1, title: 'Первая' }
const two = { id: 2, title: 'Вторая' }
const three = { id: 3, title: 'Третья' }

const all = [one, two, three]

const renderDetails = () => <button>Изменить</button>

interface ListProps {
  rows?: Thing[]
  isFetching?: boolean
  of?: DataColumn<Thing>[]
}

const checked: DataColumn<Thing> = {
  id: 'checked',
  title: 'Внесена',
  width: 60,
  cell: () => null,
  edit: { kind: 'check', value: () => false, save: () => {} },
}

const List = ({ rows = all, isFetching = false, of = columns }: ListProps) => (
  <DataTable
    page="Things"
    entity={null}
    label="Вещи"
    columns={of}
    result={{ data: pageOf(rows), error: null, isFetching, refetch: () => {} }}
    list={useListState({}, order)}
    empty={null}
    actions={() => null}
    panel={renderDetails}
  />
)

let show: Awaited<ReturnType<typeof renderAlone>>

beforeEach(async () => {
  drawn = []
  queryClient.setQueryData(settingsQuery.queryKey, noSettings)
  show = await renderAlone(<List />)
  await screen.findByText('Третья')
})

it('draws each row once when a list is opened, although widths are measured then', () => {
  expect(drawn).toEqual([1, 2, 3])
})

it('draws only the rows again that show something else', async () => {
  drawn = []
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('checkbox', { name: 'Отметить запись 2' }))
  expect(new Set(drawn)).toEqual(new Set([1, 2]))
  drawn = []
  show(<List isFetching />)
  expect(drawn).toEqual([])
  show(<List rows={[one, two, { ...three, title: 'Другая' }]} />)
  expect(drawn).toEqual([3])
  screen.getByText('Другая')
})

it('draws all rows again when a column is pinned', async () => {
  drawn = []
  await act(async () => {
    const settings = { order: ['id', 'title'], hidden: [], pinned: [], widths: {}, density: 'normal' }
    queryClient.setQueryData(settingsQuery.queryKey, { ...noSettings, Things: settings })
  })
  expect(drawn).toEqual([1, 2, 3])
})

it('leads from the rows, past their boxes, to the open one’s details, and only then to the pages', async () => {
  show(<List of={[...columns, checked]} />)
  expect(await screen.findAllByRole('checkbox', { name: /^Внесена, запись/ })).toHaveLength(all.length)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByText('Вторая'))
  const details = await screen.findByRole('complementary', { name: '2' })
  await user.tab()
  expect(details.contains(document.activeElement)).toBe(true)
})

it('has headings that are one stop of Tab, with arrows between them and Shift for their widths', async () => {
  server.answer(auth.saveSettings, { message: 'Success' })
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('checkbox', { name: 'Отметить запись 1' }))
  await screen.findByRole('toolbar', { name: 'Действия с отмеченными' })
  const heading = (name: string) =>
    within(screen.getByRole('columnheader', { name: new RegExp(`^${name}`) })).getByRole('button')
  act(() => screen.getByRole('checkbox', { name: 'Отметить все на странице' }).focus())
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(heading('Название'))
  const edge = screen.getByRole('separator', { name: 'Ширина столбца «№»' })
  const width = Number(edge.getAttribute('aria-valuenow'))
  await user.keyboard('{ArrowLeft}{Shift>}{ArrowRight}{/Shift}')
  await waitFor(() => expect(edge.getAttribute('aria-valuenow')).toBe(String(width + 16)))
  expect(document.activeElement).toBe(heading('№'))
  await user.keyboard('{Delete}')
  await waitFor(() => expect(edge.getAttribute('aria-valuenow')).toBe(String(width)))
  await user.tab()
  expect(document.activeElement).toBe(screen.getAllByRole('row').find(({ tabIndex }) => tabIndex === 0))
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(heading('№'))
})
