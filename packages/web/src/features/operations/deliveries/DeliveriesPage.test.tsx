import { deliveries } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { pageWith } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

it('downloads the list with its filters and order', async () => {
  server.keepSilentOtherwise()
  server.answer(deliveries.list, { ...pageWith([]), counts: { failed: 0, queued: 0, sent: 0 } })
  const user = await open('/admin/deliveries?state=failed&kind=mail&search_string=порт&order_by=at', admin)
  await user.click(await screen.findByRole('button', { name: 'Excel' }))
  const calls = () => server.callsOf(deliveries.list)
  await waitFor(() => expect(calls().at(-1)?.query).toMatchObject({ isExcel: true }))
  const [page, workbook] = [false, true].map((isExcel) => calls().findLast(({ query }) => query.isExcel === isExcel))
  expect(workbook?.query).toEqual({ ...page?.query, isExcel: true })
  expect(workbook?.query).toMatchObject({ state: 'failed', kind: 'mail', search_string: 'порт', order_by: 'at' })
})
