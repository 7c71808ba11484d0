import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Delivery } from '@vypusk/contract'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Deliveries } from './Deliveries.tsx'

const copies = (count: number, state: Delivery['state']): Delivery[] =>
  Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    kind: 'ftp',
    target: `Порт/Весна/${state}-${n}.zip`,
    state,
    attempts: 1,
    last_error: null,
    at: '2030-03-02T09:00:00.000Z',
  }))

const show = (deliveries: Delivery[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <Deliveries deliveries={deliveries} canResend="Только сотрудникам" />
      </MantineProvider>
    </QueryClientProvider>,
  )
const rows = () => screen.getAllByRole('listitem', { hidden: true }).length

it('draws the first of many copies, and more of them when asked', () => {
  show(copies(120, 'queued'))
  expect(rows()).toBe(50)
  fireEvent.click(screen.getByText('Показать ещё: 50'))
  fireEvent.click(screen.getByText('Показать ещё: 20'))
  expect(rows()).toBe(120)
  expect(screen.queryByText(/Показать ещё/)).toBeNull()
})

it('draws the first of many that have arrived, too, and every failure first', () => {
  show([...copies(7000, 'sent'), ...copies(3, 'failed')])
  expect(rows()).toBe(53)
  expect(screen.getByText('Без ошибок: 7000')).toBeTruthy()
})
