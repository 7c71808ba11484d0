import { threads } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { pageWith } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

const AT = '2026-03-02T09:00:00.000Z'
const row: threads.ThreadRow = {
  id: 9,
  entity: 'agreement',
  entity_id: 5,
  side: 'client',
  user: { id: 3, name: 'Клара Северная' },
  owner: { id: 2, name: 'Максим Орлов' },
  due: '2026-03-05',
  blocks: true,
  state: 'open',
  created_at: AT,
  updated_at: AT,
  title: 'Релиз 8',
  release_id: 8,
  company: { idcomp: 7, namecomp: 'ГУП «Водоканал»' },
  text: 'Не печатается <script>alert(1)</script>',
  is_late: true,
  entries_count: 1,
}

it('staff see whose turn it is, filter by their own and open the agreement', async () => {
  server.keepSilentOtherwise()
  const counts = { unclosed: 3, mine: 1, late: 1, blocking: 2 }
  server.answer(threads.list, () => ({ ...pageWith([row, { ...row, id: 10, text: '' }]), counts }))
  const user = await open('/remarks', manager)
  await screen.findByText('открытых 3 · ваших 1 · просрочено 1 · держат публикацию 2')
  await user.click(screen.getByText('Мои'))
  await waitFor(() =>
    expect(server.callsOf(threads.list).at(-1)?.body).toMatchObject({ mine: true, shown: 'unclosed' }),
  )
  const found = (await screen.findByText('Не печатается <script>alert(1)</script>')).closest('tr')!
  expect(found.textContent).toContain('Ждёт вашего ответа')
  expect(screen.getAllByText('Отозвано')).toHaveLength(1)
  found.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/agreements/5'))
})

it('a client has no such list', async () => {
  server.keepSilentOtherwise()
  await open('/remarks', client)
  await waitFor(() => expect(address()).toContain('/error403'))
})
