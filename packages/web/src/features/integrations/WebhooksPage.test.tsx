import { lookups, webhooks } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { goTo, open } from '../../testing/app.tsx'
import { admin } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const company = { idcomp: 7, namecomp: 'ГУП &quot;Водоканал&quot;' }
const channel: webhooks.Webhook = {
  id: 1,
  url: 'https://chat.example.ru/hooks/abc',
  kinds: ['agreement.sent'],
  format: 'slack',
  release: null,
  company,
  is_active: true,
  failing_since: null,
  created_at: '2026-03-06T06:30:00.000Z',
  version: 1,
}

it('creates a channel about one company and lists it by its subject', async () => {
  let made: webhooks.Webhook[] = []
  server.answer(webhooks.list, () => ({ webhooks: made }))
  server.answer(lookups.companies, { companies: [company] })
  server.answer(webhooks.create, () => {
    made = [channel]
    return { message: 'Success', webhook: channel, secret: 'secret' }
  })
  const user = await open('/admin/webhooks', admin)
  await user.click(await screen.findByRole('button', { name: 'Добавить канал' }))
  const form = within(await screen.findByRole('form', { name: 'Канал мессенджера' }))
  await user.type(form.getByLabelText(/^Адрес/), channel.url)
  expect(form.queryByLabelText('Заявка изменилась')).toBeNull()
  await user.click(form.getByRole('combobox', { name: 'О чём канал' }))
  await user.click(await screen.findByRole('option', { name: 'Об одной компании' }))
  await user.click(form.getByRole('button', { name: 'Добавить' }))
  await form.findByText('Выберите компанию')
  await user.click(form.getByRole('combobox', { name: 'Компания' }))
  await user.click(await screen.findByRole('option', { name: 'ГУП "Водоканал"' }))
  await user.click(form.getByRole('button', { name: 'Добавить' }))
  const card = within(await screen.findByRole('region', { name: `Канал ${channel.url}` }))
  card.getByText('Канал мессенджера: ГУП "Водоканал"')
  expect(card.queryByRole('button', { name: 'Новый секрет' })).toBeNull()
  expect(server.callsOf(webhooks.create).at(-1)?.body).toMatchObject({ format: 'slack', company: 7, release: null })
})

it('saves a channel with the version that its form was opened with', async () => {
  server.answer(webhooks.list, { webhooks: [{ ...channel, version: 4 }] })
  server.answer(webhooks.save, { message: 'Success', webhook: channel })
  const user = await open('/admin/webhooks', admin)
  const card = within(await screen.findByRole('region', { name: `Канал ${channel.url}` }))
  await user.click(card.getByRole('button', { name: 'Изменить' }))
  const form = within(await screen.findByRole('form', { name: 'Вебхук' }))
  await user.type(form.getByLabelText(/^Адрес/), '/2')
  await user.click(form.getByRole('button', { name: 'Сохранить' }))
  await expect.poll(() => server.callsOf(webhooks.save).at(-1)?.body).toMatchObject({ is_active: true, version: 4 })
})

const webhook: webhooks.Webhook = {
  ...channel,
  id: 2,
  url: 'https://erp.example.ru/hook',
  format: 'own',
  company: null,
}
const SECRET = 's'.repeat(43)
const cardOf = async (url: string) => within(await screen.findByRole('region', { name: `Вебхук ${url}` }))

it('tells why a webhook was not deleted, although somebody else has deleted it meanwhile', async () => {
  server.answer(webhooks.list, { webhooks: [webhook] })
  server.refuse(webhooks.remove, 404, 'Вебхук не найден')
  const user = await open('/admin/webhooks', admin)
  await user.click((await cardOf(webhook.url)).getByRole('button', { name: 'Удалить' }))
  server.answer(webhooks.list, { webhooks: [] })
  const question = within(await screen.findByRole('dialog', { name: 'Удалить вебхук?' }))
  await user.click(question.getByRole('button', { name: 'Удалить' }))
  await screen.findByText('Ещё никому не сообщаем')
  await screen.findByText('Вебхук не найден')
})

it('shows the secret of a new webhook although its form was closed while it was being created', async () => {
  const made = Promise.withResolvers<{ message: string; webhook: webhooks.Webhook; secret: string }>()
  server.answer(webhooks.list, { webhooks: [] })
  server.answer(webhooks.create, () => made.promise)
  const user = await open('/admin/webhooks', admin)
  await user.click(await screen.findByRole('button', { name: 'Добавить вебхук' }))
  const form = within(await screen.findByRole('form', { name: 'Вебхук' }))
  await user.type(form.getByLabelText('Адрес'), webhook.url)
  await user.click(form.getByRole('checkbox', { name: 'Заявка изменилась' }))
  await user.click(form.getByRole('button', { name: 'Добавить' }))
  await waitFor(() => expect(server.callsOf(webhooks.create)).toHaveLength(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Вебхук' })).toBeNull())
  made.resolve({ message: 'Success', webhook, secret: SECRET })
  await screen.findByDisplayValue(SECRET)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByDisplayValue(SECRET)).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Добавить вебхук' }))
  await screen.findByRole('form', { name: 'Вебхук' })
})

it('leads to the events when none was chosen', async () => {
  server.answer(webhooks.list, { webhooks: [] })
  const user = await open('/admin/webhooks', admin)
  await user.click(await screen.findByRole('button', { name: 'Добавить вебхук' }))
  const form = within(await screen.findByRole('form', { name: 'Вебхук' }))
  await user.type(form.getByLabelText('Адрес'), webhook.url)
  await user.click(form.getByRole('button', { name: 'Добавить' }))
  await form.findByText('Выберите хотя бы одно событие')
  await waitFor(() => expect(document.activeElement).toBe(form.getAllByRole('checkbox')[0]))
})

it('tells that a renewed secret is lost when the page was left meanwhile', async () => {
  const made = Promise.withResolvers<{ message: string; secret: string }>()
  server.answer(webhooks.list, { webhooks: [webhook] })
  server.answer(webhooks.renewSecret, () => made.promise)
  const user = await open('/admin/webhooks', admin)
  await user.click((await cardOf(webhook.url)).getByRole('button', { name: 'Новый секрет' }))
  await waitFor(() => expect(server.callsOf(webhooks.renewSecret)).toHaveLength(1))
  await goTo(paths.error404)
  await waitFor(() => expect(screen.queryByText('Вебхуки и каналы')).toBeNull())
  made.resolve({ message: 'Success', secret: SECRET })
  await screen.findByText(/^Секрет сделан, но показать его было негде/)
})

it('changes of a webhook that were given up are not waiting in its form the next time', async () => {
  server.keepSilentOtherwise()
  server.answer(webhooks.list, { webhooks: [channel] })
  const user = await open('/admin/webhooks', admin)
  const begin = async () => {
    await user.click(await screen.findByRole('button', { name: /^Изменить/ }))
    return screen.findByRole<HTMLInputElement>('textbox', { name: 'Адрес' })
  }
  await user.type(await begin(), '/abandoned')
  await user.click(screen.getByRole('button', { name: 'Отмена' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Адрес' })).toBeNull())
  expect((await begin()).value).toBe(channel.url)
})
