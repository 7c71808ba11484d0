import { registry } from '@vypusk/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { entryAbilities, registryEntry } from '../../testing/registry.ts'
import { server } from '../../testing/server.ts'
import { entryQuery } from './api.ts'

const entry: registry.RegistryEntryDetail = { ...registryEntry(4), abilities: entryAbilities }

beforeEach(() => server.keepSilentOtherwise())

const isFailed = () => expect(queryClient.getQueryState(entryQuery(4).queryKey)?.status).toBe('error')
const refetch = () => queryClient.invalidateQueries({ queryKey: entryQuery(4).queryKey })

async function types() {
  server.answer(registry.getEntry, entry)
  const user = await open('/registry?open=4', manager)
  await user.click(await screen.findByRole('button', { name: 'Изменить' }))
  const form = within(await screen.findByRole('form', { name: 'Изменение записи' }))
  await user.type(form.getByRole('textbox', { name: /^Название/ }), '!')
}

it('keeps the form that is being filled in when a refetch fails', async () => {
  await types()
  server.refuse(registry.getEntry, 500, 'Ошибка сервера')
  void refetch()
  await waitFor(isFailed)
  const form = within(screen.getByRole('form', { name: 'Изменение записи' }))
  expect(form.getByRole('textbox', { name: /^Название/ })).toHaveProperty('value', 'Печать квитанций!')
  expect(screen.queryByText('Возможно, она принадлежит другой компании.')).toBeNull()
})

it.each([403, 404])('says that the entry is not there once the server answers %i', async (status) => {
  await types()
  server.refuse(registry.getEntry, status, 'Записи нет')
  void refetch()
  await screen.findByText('Возможно, она принадлежит другой компании.')
  expect(screen.queryByRole('form', { name: 'Изменение записи' })).toBeNull()
})

it('says that the comments and the history have not loaded, and takes no answer before the comments are read', async () => {
  server.answer(registry.getEntry, entry)
  server.answer(registry.clientComments, { comments: [] })
  server.refuse(registry.rivcComments, 429, 'Слишком много запросов')
  server.refuse(registry.changelog, 429, 'Слишком много запросов')
  const user = await open('/registry?open=4', manager)
  const alertOf = async (title: string) => (await screen.findByText(title)).closest<HTMLElement>('[role=alert]')!
  within(await alertOf('История не загрузилась')).getByRole('button', { name: 'Повторить' })
  const failed = within(await alertOf('Комментарии не загрузились'))
  expect(screen.queryByRole('textbox', { name: 'Комментарий' })).toBeNull()
  server.answer(registry.rivcComments, { comments: [] })
  await user.click(failed.getByRole('button', { name: 'Повторить' }))
  await screen.findByRole('textbox', { name: 'Комментарий' })
})

it('marks comments as read once the tab is looked at, up to the last one shown', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const comment: registry.RegistryComment = {
    id: 31,
    side: 'client',
    comment: 'Когда будет готово?',
    user: { id: 9, name: 'Ирина Белова' },
    created_at: '2026-03-02T09:00:00.000Z',
    mentions: [],
    is_unread: true,
  }
  server.answer(registry.getEntry, entry)
  server.answer(registry.rivcComments, { comments: [] })
  server.answer(registry.clientComments, { comments: [comment] })
  server.answer(registry.readComments, { message: 'Success' })
  await open('/registry?open=4', manager)
  await screen.findByText('Когда будет готово?')
  expect(server.callsOf(registry.readComments)).toEqual([])
  visibility.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(server.callsOf(registry.readComments)).toMatchObject([{ body: { id: 4, until: 31 } }]))
  visibility.mockRestore()
})
