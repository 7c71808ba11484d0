import { agreements } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { pageWith } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

const counts = { total: 0, by_status: [], by_shown: [] }

it('downloads the list with its filters, order and grouping', async () => {
  server.keepSilentOtherwise()
  server.answer(agreements.list, { ...pageWith([]), counts })
  const user = await open('/agreements?statuses=1&search_string=склад&order_by=company&group_by=release', manager)
  await user.click(await screen.findByRole('button', { name: 'Excel' }))
  await waitFor(() => expect(server.callsOf(agreements.list).at(-1)?.query).toMatchObject({ isExcel: true }))
  const [page, workbook] = [false, true].map((isExcel) =>
    server.callsOf(agreements.list).findLast(({ query }) => query.isExcel === isExcel),
  )
  expect(workbook?.query).toEqual({ ...page?.query, isExcel: true })
  expect(workbook?.query).toMatchObject({
    shown_statuses: [1],
    search_string: 'склад',
    order_by: 'company',
    group_by: 'release',
  })
})

it('downloads the matrix with its filters', async () => {
  server.keepSilentOtherwise()
  server.answer(agreements.matrix, { releases: [], companies: [], cells: [], total_releases: 0 })
  const user = await open('/agreements?view=matrix&statuses=1&search_string=склад&date_from=2026-03-01', manager)
  await screen.findByText('Ничего не найдено')
  await user.click(await screen.findByRole('button', { name: 'Excel' }))
  await waitFor(() => expect(server.callsOf(agreements.matrix).at(-1)?.query).toMatchObject({ isExcel: true }))
  const [page, workbook] = server.callsOf(agreements.matrix)
  expect(workbook?.query).toEqual({ ...page?.query, isExcel: true })
  expect(workbook?.query).toMatchObject({ shown_statuses: [1], search_string: 'склад', date_from: '2026-03-01' })
})
