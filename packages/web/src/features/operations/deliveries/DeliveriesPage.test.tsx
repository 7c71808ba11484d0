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

it('leaves the focus on the button that has nothing more to retry, which says so', async () => {
  server.keepSilentOtherwise()
  const counts = { failed: 2, queued: 0, sent: 0 }
  server.answer(deliveries.list, () => ({ ...pageWith([]), counts: { ...counts } }))
  server.answer(deliveries.retry, () => {
    counts.failed = 0
    return { message: 'Success', retried: 2 }
  })
  const user = await open('/admin/deliveries', admin)
  const all = await screen.findByRole('button', { name: 'Повторить недоставленное' })
  await waitFor(() => expect(all.getAttribute('aria-disabled')).toBeNull())
  await user.click(all)
  await user.click(await screen.findByRole('button', { name: 'Повторить' }))
  await waitFor(() => expect(all.getAttribute('aria-description')).toBe('Недоставленного нет'))
  await waitFor(() => expect(document.activeElement).toBe(all))
})
