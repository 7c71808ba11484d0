import { agreements } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { client } from '../../testing/people.ts'
import { pageWith } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

it('downloads the own list with its filters and order', async () => {
  server.keepSilentOtherwise()
  server.answer(agreements.list, { ...pageWith([]), counts: { total: 0, by_status: [], by_shown: [] } })
  const user = await open('/clientAgreements?statuses=1&search_string=склад&order_by=release', client)
  await user.click(await screen.findByRole('button', { name: 'Excel' }))
  await waitFor(() => expect(server.callsOf(agreements.list).at(-1)?.query).toMatchObject({ isExcel: true }))
  const [page, workbook] = [false, true].map((isExcel) =>
    server.callsOf(agreements.list).findLast(({ query }) => query.isExcel === isExcel),
  )
  expect(workbook?.query).toEqual({ ...page?.query, isExcel: true })
  expect(workbook?.query).toMatchObject({ shown_statuses: [1], search_string: 'склад', order_by: 'release' })
})
