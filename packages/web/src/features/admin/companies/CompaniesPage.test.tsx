import { adminCompanies, consequences } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { companyDetail } from '../../../testing/companies.ts'
import { admin } from '../../../testing/people.ts'
import { pageWith } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

it('downloads the list with its filters and order', async () => {
  server.keepSilentOtherwise()
  server.answer(adminCompanies.list, pageWith([]))
  const user = await open('/admin/companies?search_string=порт&module_ids=3,4&order_by=people_count', admin)
  await user.click(await screen.findByRole('button', { name: 'Excel' }))
  const calls = () => server.callsOf(adminCompanies.list)
  await waitFor(() => expect(calls().at(-1)?.query).toMatchObject({ isExcel: true }))
  const [page, workbook] = [false, true].map((isExcel) => calls().findLast(({ query }) => query.isExcel === isExcel))
  expect(workbook?.query).toEqual({ ...page?.query, isExcel: true })
  expect(workbook?.query).toMatchObject({ search_string: 'порт', module_ids: [3, 4], order_by: 'people_count' })
})

it('says before a company is hidden how many of its people go on in another one', async () => {
  server.keepSilentOtherwise()
  const company = companyDetail({ going_on_count: 2 })
  server.answer(adminCompanies.list, pageWith([company]))
  server.answer(adminCompanies.get, company)
  server.answer(consequences.foresee, { consequences: [] })
  server.answer(consequences.withdrawals, { acts: [] })
  server.answer(adminCompanies.hide, { message: 'Success', company: { ...company, is_hidden: true } })
  const user = await open('/admin/companies?open=7', admin)
  await user.click(await screen.findByRole('button', { name: 'Скрыть' }))
  const dialog = await screen.findByRole('dialog', { name: 'Скрыть компанию?' })
  await within(dialog).findByText(/^2 человека из этой компании продолжат работу в другой своей компании\./)
  expect(server.callsOf(adminCompanies.hide)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Скрыть' }))
  await waitFor(() => expect(server.callsOf(adminCompanies.hide)).toHaveLength(1))
})
