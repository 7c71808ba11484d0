import { publications } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { pageWith } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

const NEW = { name: 'Новая публикация' }

it('offers clients the workbook, but not to publish', async () => {
  server.keepSilentOtherwise()
  await open('/publications', client)
  await screen.findByRole('heading', { level: 1, name: 'Публикации' })
  screen.getByRole('button', { name: 'Excel' })
  expect(screen.queryByRole('link', NEW)).toBeNull()
})

it('offers staff to publish', async () => {
  server.keepSilentOtherwise()
  await open('/publications', manager)
  await screen.findByRole('link', NEW)
})

it('searches, sorts and opens by keyboard', async () => {
  server.keepSilentOtherwise()
  const row: publications.PublicationRow = {
    id: 9,
    created_at: '2026-03-02T09:00:00.000Z',
    author: { id: 2, name: 'Максим Орлов' },
    text: '',
    is_withdrawn: false,
    releases: [],
    modules: [],
    customers: [],
    files_count: 2,
    files_size: 10,
    deliveries: { queued: 0, sent: 1, failed: 0 },
  }
  server.answer(publications.listPublications, ({ query }) => pageWith(query.search_string ? [] : [row]))
  const user = await open('/publications', manager)
  await user.type(await screen.findByRole('searchbox'), 'такого релиза нет')
  await screen.findByText('Ничего не найдено')
  await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }))
  const heading = await screen.findByRole('columnheader', { name: /^Файлы/ })
  await user.click(within(heading).getByRole('button', { name: 'Файлы' }))
  await waitFor(() => expect(address()).toContain('order_by=files_count'))
  expect(server.callsOf(publications.listPublications).at(-1)?.query).toMatchObject({ order_by: 'files_count' })
  const first = (await screen.findByText('10 Б')).closest('tr')!
  first.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/publication/9'))
})

it('downloads the list with its filters and order', async () => {
  server.keepSilentOtherwise()
  server.answer(publications.listPublications, pageWith([]))
  const user = await open('/publications?search_string=склад&module_ids=3&order_by=release', manager)
  await user.click(await screen.findByRole('button', { name: 'Excel' }))
  const calls = () => server.callsOf(publications.listPublications)
  await waitFor(() => expect(calls().at(-1)?.query).toMatchObject({ isExcel: true }))
  const [page, workbook] = [false, true].map((isExcel) => calls().findLast(({ query }) => query.isExcel === isExcel))
  expect(workbook?.query).toEqual({ ...page?.query, isExcel: true })
  expect(workbook?.query).toMatchObject({ search_string: 'склад', module_ids: [3], order_by: 'release' })
})
