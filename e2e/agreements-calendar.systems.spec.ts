import type { APIRequestContext } from '@playwright/test'
import { newAgreement, newPair } from './agreements-data.ts'
import { apiOf, PANEL, PHONE, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { type } from './keyboard.ts'
import { expectToast } from './toasts.ts'

/** Each test uses a different month, so that tests do not see each other's agreements. */
const opened = (view: string, day: string) => `/agreements/calendar?view=${view}&day=${day}`

const dayOf = (page: Page, name: string) => page.getByRole('list', { name })
const inDay = (page: Page, day: string, title: string) =>
  dayOf(page, day).getByRole('button', { name: new RegExp(title) })

async function sent(request: APIRequestContext, releaseDate: string) {
  const pair = await newPair(request)
  const id = await newAgreement(request, pair, { releaseDate, releaseTime: '12:00' })
  await (await apiOf(request, 'manager')).post(`/agreements/update/${id}`, { updateTarget: 5 })
  return { id, title: pair.title }
}

test('a date is moved with only the keyboard, with a reason, and others see it at once', async ({
  page,
  signIn,
  request,
  context,
}) => {
  const { id, title } = await sent(request, '2031-01-15')
  await signIn('manager', opened('month', '2031-01-15'))
  const other = await context.newPage()
  await other.goto(opened('list', '2031-01-15'))
  await expect(other.getByRole('region', { name: /^15 января/ }).getByText(title)).toBeVisible()
  await inDay(page, '15 января 2031, среда', title).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: `Согласование ${id}` })
  await expect(panel.getByRole('button', { name: 'Перенести…' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Перенести установку' })
  await expect(dialog.getByRole('textbox', { name: 'Новая дата' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('18.01.2031')
  await page.keyboard.press('Tab')
  await expect(dialog.getByText(/^18\.01\.2031 у компании .* устанавливают/)).toBeVisible()
  await expect(dialog.getByText(/Отменить перенос нельзя/)).toBeVisible()
  await type(page, dialog.getByRole('textbox', { name: 'Причина переноса' }), 'Сдвиг тестирования')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(inDay(page, '18 января 2031, суббота', `${title}.*Требуется`)).toBeVisible()
  await expect(other.getByRole('region', { name: /^18 января/ }).getByText(title)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('a date nobody has approved can be dragged and the move undone; for an approved one a reason is required', async ({
  page,
  signIn,
  request,
}) => {
  const pair = await newPair(request)
  await newAgreement(request, pair, { releaseDate: '2031-02-12' })
  await sent(request, '2031-02-12')
  // On another day: an agreement that returns to a day moves its neighbours under the pointer.
  const other = await sent(request, '2031-02-25')
  await signIn('manager', opened('month', '2031-02-12'))
  const from = '12 февраля 2031, среда'
  const to = page.getByRole('cell').filter({ has: page.locator('time[datetime="2031-02-20"]') })
  await expect(inDay(page, from, `${pair.title}.*пересечение`)).toBeVisible()
  await inDay(page, from, pair.title).dragTo(to)
  await expect(inDay(page, '20 февраля 2031, четверг', pair.title)).toBeVisible()
  await page.getByRole('alert').or(page.getByRole('status')).getByRole('button', { name: 'Отменить' }).click()
  await expect(inDay(page, from, pair.title)).toBeVisible()

  await inDay(page, '25 февраля 2031, вторник', other.title).dragTo(to)
  const dialog = page.getByRole('dialog', { name: 'Перенести установку' })
  await expect(dialog.getByRole('textbox', { name: 'Новая дата' })).toHaveValue('20.02.2031')
  await expect(dialog.getByRole('button', { name: 'Перенести', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Причина переноса' }).fill('Просит клиент')
  const day = dialog.getByRole('textbox', { name: 'Новая дата' })
  await day.fill('31.02.2031')
  await day.press('Enter')
  await expect(dialog.getByText('Нет такой даты: «31.02.2031»')).toBeVisible()
  await day.fill('20.02.2031')
  await dialog.getByRole('button', { name: 'Перенести', exact: true }).click()
  await expectToast(page, 'Согласование обновлено')
  await expect(inDay(page, '20 февраля 2031, четверг', `${other.title}.*Требуется`)).toBeVisible()
})

test('a calendar program reads through a link, which a new link invalidates', async ({ page, signIn, request }) => {
  const { id } = await sent(request, '2031-03-12')
  await signIn('admin', '/agreements/calendar')
  await page.getByRole('button', { name: 'Подписаться…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Подписка на календарь' })
  const link = dialog.getByRole('textbox', { name: 'Ссылка для календаря' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await dialog.getByRole('button', { name: /^Сделать/ }).click()
  const first = await link.inputValue()
  const read = await request.get(first)
  expect([read.status(), await read.text()]).toEqual([200, expect.stringContaining(`UID:agreement-${id}@`)])
  await dialog.getByRole('button', { name: 'Сделать новую ссылку' }).click()
  await expect(link).not.toHaveValue(first)
  expect((await request.get(first)).status()).toBe(410)
  expect((await request.get(await link.inputValue())).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Отозвать ссылку' }).click()
  await expect(dialog.getByText('Ссылки ещё нет.')).toBeVisible()
})

test('the views keep the filter, fit a phone and are accessible', async ({
  page,
  signIn,
  request,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const { id, title } = await sent(request, '2031-04-16')
  await signIn('manager', `${opened('month', '2031-04-16')}&statuses=1`)
  await inDay(page, '16 апреля 2031, среда', title).click()
  await expectAccessible(PANEL)
  await page.keyboard.press('Escape')
  await page.getByRole('radiogroup', { name: 'Вид календаря' }).getByText('Неделя').click()
  await expect(page.getByRole('heading', { name: '14–20 апреля 2031' })).toBeVisible()
  await expectAccessible('main')
  await page.setViewportSize(PHONE)
  await page.goto(`${opened('month', '2031-04-16')}&statuses=1&open=${id}`)
  await expect(page.getByRole('complementary', { name: `Согласование ${id}` })).toBeVisible()
  await page.getByRole('button', { name: 'Закрыть' }).click()
  await expect(
    page.getByRole('button', { name: /^16 апреля 2031, среда, 1 согласование$/, pressed: true }),
  ).toBeVisible()
  await expectNoSidewaysScroll()
  await expectAccessible()
  await page.getByRole('radiogroup', { name: 'Вид', exact: true }).getByText('Матрица').click()
  await expect(page).toHaveURL(/\/agreements\?.*statuses=1/)
})
