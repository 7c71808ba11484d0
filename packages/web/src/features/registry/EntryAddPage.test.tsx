import { refusals, registry } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, goTo, open } from '../../testing/app.tsx'
import { client } from '../../testing/people.ts'
import { entryAbilities, registryEntry } from '../../testing/registry.ts'
import { server } from '../../testing/server.ts'

/** A client fills in the form and presses «Создать»; the reply is held back until the returned function is called. */
async function creates() {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  server.keepSilentOtherwise()
  server.answer(registry.createEntry, async () => {
    await held
    return { message: 'Success', entry: { ...registryEntry(4), abilities: entryAbilities } }
  })
  const user = await open('/registry/0', client)
  await user.type(await screen.findByRole('textbox', { name: /^Название/ }), 'Печать')
  await user.click(screen.getByRole('button', { name: 'Создать' }))
  return { user, release }
}

it('leads to the entry when it has been created', async () => {
  const { release } = await creates()
  release()
  await waitFor(() => expect(address()).toBe('/registry?open=4'))
})

it('leaves alone whoever has gone elsewhere meanwhile, and still says that it has been created', async () => {
  const { user, release } = await creates()
  await goTo('/notices')
  const question = within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }))
  await user.click(question.getByRole('button', { name: 'Уйти' }))
  await screen.findByRole('heading', { level: 1, name: 'Уведомления' })
  release()
  await screen.findByText('Запись создана')
  expect(address()).toBe('/notices')
})

it('asks before pasted lines are left, and keeps them', async () => {
  server.keepSilentOtherwise()
  const user = await open('/registry/0', client)
  const showMany = async () => {
    await user.click(await screen.findByRole('radio', { name: 'Несколько сразу' }))
    return screen.findByRole('textbox', { name: 'Строки из таблицы' })
  }
  await user.type(await showMany(), 'Печать')
  await goTo('/notices')
  const question = within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }))
  await user.click(question.getByRole('button', { name: 'Уйти' }))
  await screen.findByRole('heading', { level: 1, name: 'Уведомления' })
  await goTo('/registry/0')
  expect(await showMany()).toHaveProperty('value', 'Печать')
  server.answer(registry.createEntries, { message: 'Success', entries: [registryEntry(4)] })
  await user.click(screen.getByRole('button', { name: /^Создать/ }))
  await screen.findByRole('heading', { level: 1, name: /^Реестр/ })
  await goTo('/registry/0')
  expect(await showMany()).toHaveProperty('value', '')
})

it('keeps what was typed about one request out of the entry for another', async () => {
  server.keepSilentOtherwise()
  const user = await open('/registry/0?request=4', client)
  const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Название/ })
  await user.type(await title(), 'Печать')
  await goTo('/registry/0?request=5')
  await waitFor(async () => expect((await title()).value).toBe(''))
  await goTo('/registry/0?request=4')
  await waitFor(async () => expect((await title()).value).toBe('Печать'))
})

it('says that it was probably created when the lost attempt was edited since, and creates that only on request', async () => {
  server.keepSilentOtherwise()
  server.refuse(registry.createEntry, ...refusals.key_reused)
  const user = await open('/registry/0', client)
  await user.type(await screen.findByRole('textbox', { name: /^Название/ }), 'Печать')
  const create = () => user.click(screen.getByRole('button', { name: 'Создать' }))
  await create()
  await screen.findByText(/прошлая попытка удалась, хотя ответ не дошёл/)
  await create()
  await waitFor(() => expect(server.callsOf(registry.createEntry)).toHaveLength(2))
  expect(new Set(server.callsOf(registry.createEntry).map(({ key }) => key)).size).toBe(2)
})

it('a draft of an earlier visit is named, and can be given up', async () => {
  server.keepSilentOtherwise()
  const user = await open('/registry/0', client)
  await user.type(await screen.findByRole('textbox', { name: /^Название/ }), 'Печать')
  await goTo('/notices')
  await user.click(await screen.findByRole('button', { name: 'Уйти' }))
  await screen.findByRole('heading', { level: 1, name: 'Уведомления' })
  await goTo('/registry/0')
  await screen.findByText('Восстановлен черновик прошлого раза')
  await user.click(screen.getByRole('button', { name: 'Начать заново' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Название/ }).value).toBe('')
})

it('says of a page that was refused meanwhile that it is gone, and leaves what was written to be copied', async () => {
  server.keepSilentOtherwise()
  const user = await open('/registry/0', client)
  await user.type(await screen.findByRole('textbox', { name: /^Название/ }), 'Печать')
  // Where an answer of 404 leads, as when a colleague deletes what is open here.
  await goTo('/error404')
  const question = within(await screen.findByRole('dialog', { name: 'Страница больше не открывается' }))
  await user.click(question.getByRole('button', { name: 'Отмена' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('textbox', { name: /^Название/ })).toHaveProperty('value', 'Печать')
})
