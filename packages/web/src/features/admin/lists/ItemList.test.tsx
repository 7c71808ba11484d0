import { adminLists } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

const button = (name: string) => screen.findByRole('button', { name })

async function openSystems() {
  server.keepSilentOtherwise()
  const module = (id: number, name: string) => ({ id, name, version: 4, is_hidden: false, uses: 0 })
  const system = {
    id: 1,
    name: 'Порт',
    version: 1,
    is_hidden: false,
    uses: 2,
    modules: [module(5, 'Причалы'), module(6, 'Краны')],
  }
  server.answer(adminLists.systems, { systems: [system] })
  server.answer(adminLists.rename, { message: 'Success' })
  server.answer(adminLists.reorder, { message: 'Success' })
  return open('/admin/systems', admin)
}

it('renaming can be undone', async () => {
  const user = await openSystems()
  await user.click(await button('Переименовать: Причалы'))
  const name = await screen.findByRole('textbox', { name: 'Название: Причалы' })
  await user.clear(name)
  await user.type(name, 'Пирсы{Enter}')
  await screen.findByText('Переименовано: Пирсы')
  await user.click(await button('Отменить'))
  await waitFor(() =>
    expect(server.callsOf(adminLists.rename).map(({ body }) => body)).toEqual([
      { name: 'Пирсы', version: 4 },
      { name: 'Причалы', version: 5 },
    ]),
  )
})

it('reordering can be undone', async () => {
  const user = await openSystems()
  await user.click(await button('Ниже: Причалы'))
  await screen.findByText('Порядок изменён')
  await user.click(await button('Отменить'))
  await waitFor(() =>
    expect(server.callsOf(adminLists.reorder).map(({ body }) => body.ids)).toEqual([
      [6, 5],
      [5, 6],
    ]),
  )
})
