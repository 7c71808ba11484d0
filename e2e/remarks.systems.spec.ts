import { newAgreement, newPair } from './agreements-data.ts'
import { apiOf, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'

/** A remark goes back and forth between both sides, each at their own screen, without reloading. */

const PHONE = { width: 390, height: 844 }

const card = (page: Page) => page.getByRole('article', { name: /^Замечание № / })

async function answer(page: Page, text: string) {
  await card(page).getByRole('button', { name: 'Ответить' }).click()
  const form = card(page).getByRole('form', { name: 'Ответ на замечание' })
  await form.getByRole('textbox').pressSequentially(text)
  await form.getByRole('button', { name: 'Отправить ответ' }).click()
  await expect(form).toBeHidden()
}

test('staff and a client on a phone settle a remark between them', async ({
  page,
  signIn,
  openAs,
  request,
  expectAccessible,
}) => {
  const pair = await newPair(request)
  const id = await newAgreement(request, pair, { releaseDate: '2030-03-29' })
  const staff = await apiOf(request, 'manager')
  await staff.post(`/agreements/update/${id}`, { updateTarget: 5 })
  await signIn('manager', `/agreements/${id}`)
  const client = await openAs('client1', `/releases/${pair.release_id}`, { viewport: PHONE })

  await client.getByRole('button', { name: 'Есть замечание' }).click()
  const raise = client.getByRole('form', { name: 'Новое замечание' })
  await raise.getByRole('textbox').pressSequentially('Форма <b>не</b> печатается')
  await raise.getByRole('button', { name: 'Отправить замечание' }).click()
  await expect(card(client)).toContainText('Ждёт ответа поставщика')
  await expect(client.getByRole('tab', { name: 'Замечания 1' })).toBeVisible()

  await expect(card(page)).toContainText('Форма <b>не</b> печатается')
  await expect(card(page)).toContainText('Ждёт вашего ответа')
  await answer(page, 'Исправили')
  await card(page).getByRole('button', { name: 'Запись для своих' }).click()
  const internal = card(page).getByRole('form', { name: 'Запись для своих' })
  await internal.getByRole('textbox').pressSequentially('Чинил Петров')
  await internal.getByRole('button', { name: 'Записать' }).click()
  await expect(card(page)).toContainText('Чинил Петров')
  await expectAccessible('article')

  await expect(card(client)).toContainText('Вам ответили')
  await expect(card(client)).not.toContainText('Чинил Петров')
  await answer(client, 'Проверили, печатается')
  await expect(card(page)).toContainText('Проверили, печатается')
  await card(client).getByRole('button', { name: 'Закрыть' }).click()
  await expect(card(page)).toBeHidden()
  await page.getByRole('button', { name: 'Закрытые: 1 замечание' }).click()
  await expect(card(page)).toContainText('Закрыто')
})

test('staff close a client’s remark only with a reason', async ({ page, signIn, request }) => {
  const pair = await newPair(request)
  const id = await newAgreement(request, pair, { releaseDate: '2030-03-29' })
  const staff = await apiOf(request, 'manager')
  await staff.post(`/agreements/update/${id}`, { updateTarget: 5 })
  const client = await apiOf(request, 'client1')
  await client.post(`/threads/of/agreement/${id}`, { html: '<p>Рано</p>' })
  await signIn('manager', `/agreements/${id}`)
  await card(page).getByRole('button', { name: 'Закрыть…' }).click()
  const form = card(page).getByRole('form', { name: 'Закрыть замечание' })
  await expect(form.getByRole('button', { name: 'Закрыть замечание' })).toBeDisabled()
  await form.getByRole('textbox').fill('Перенесли на вечер')
  await form.getByRole('button', { name: 'Закрыть замечание' }).click()
  await page.getByRole('button', { name: /^Закрытые/ }).click()
  await expect(card(page)).toContainText('Причина: Перенесли на вечер')
})

test('staff find everything waiting for an answer in one list', async ({
  page,
  signIn,
  request,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const pair = await newPair(request)
  const id = await newAgreement(request, pair, { releaseDate: '2030-03-29' })
  const staff = await apiOf(request, 'manager')
  await staff.post(`/agreements/update/${id}`, { updateTarget: 5 })
  const client = await apiOf(request, 'client1')
  await client.post(`/threads/of/agreement/${id}`, { html: `<p>Ждём ответа о ${pair.title}</p>` })
  await signIn('manager', '/remarks')
  await expectAccessible()
  await page.getByRole('searchbox').fill(`Ждём ответа о ${pair.title}`)
  const row = page.getByRole('row', { name: new RegExp(pair.title) })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Ждёт вашего ответа')
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll()
})
