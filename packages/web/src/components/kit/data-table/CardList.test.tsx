import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Theme } from '../../../ui/theme/Theme.tsx'
import { CardList } from './CardList.tsx'
import { dash } from './Dim.tsx'
import type { DataColumn } from './types.ts'

interface Row {
  id: number
  due: string | null
  count: number
}

const columns: DataColumn<Row>[] = [
  { id: 'id', title: '№', width: 60, phone: 'title', cell: ({ id }) => `Замечание ${id}` },
  { id: 'due', title: 'Ответить до', width: 100, phone: 'line', cell: ({ due }) => due ?? dash },
  { id: 'none', title: 'Состав', width: 100, phone: 'line', cell: () => null },
  {
    id: 'count',
    title: 'Модулей',
    width: 100,
    phone: 'line',
    cell: ({ count }) => count,
    line: ({ count }) => `${count} модуля`,
  },
]

it('shows in a card only what says something without the headings of the columns', () => {
  const rows = [
    { id: 1, due: null, count: 3 },
    { id: 2, due: '12.03.2026', count: 0 },
  ]
  render(
    <Theme isStill>
      <CardList rows={rows} columns={columns} onOpen={() => undefined} label="Замечания" />
    </Theme>,
  )
  const [first, second] = screen.getAllByRole('button').map(({ lastElementChild }) => lastElementChild)
  expect([...first!.children].map(({ textContent }) => textContent)).toEqual(['3 модуля'])
  expect([...second!.children].map(({ textContent }) => textContent)).toEqual(['12.03.2026', '0 модуля'])
})
