import { publications } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { pageWith } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

const NEW = { name: 'Новая публикация' }

it('does not offer clients to publish', async () => {
  server.keepSilentOtherwise()
  await open('/publications', client)
  await screen.findByRole('heading', { level: 1, name: 'Публикации' })
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
