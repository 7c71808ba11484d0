import { ADDRESS, sentAgreement } from './agreements-data.ts'
import { PHONE, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'

test('a client agrees from a letter on a phone, once and without signing in', async ({
  page,
  request,
  expectNoSidewaysScroll,
}) => {
  const { path, title, detail } = await sentAgreement(request)
  await page.setViewportSize(PHONE)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Установить релиз «${title}»?`)
  await expect(page.getByText('29 марта 2030, пятница, 22:00')).toBeVisible()
  await expect(page.getByText(`Вы отвечаете как ${ADDRESS}.`)).toBeVisible()
  await expectNoSidewaysScroll()
  expect((await detail()).status).toBe(1)
  await page.getByRole('button', { name: 'Согласовать', exact: true }).press('Enter')
  const agreed = page.getByRole('heading', { name: new RegExp(`^Согласовано .*, ${ADDRESS}$`) })
  await expect(agreed).toBeVisible()
  const { status, history } = await detail()
  expect(status).toBe(2)
  expect(history[0]).toMatchObject({ field: 'by_client', via: 'letter', user: { name: ADDRESS } })
  await page.reload()
  await expect(agreed).toBeVisible()
  await expect(page.getByRole('button', { name: 'Согласовать', exact: true })).toBeHidden()
  const entry = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Добавить в календарь' }).click()
  expect((await entry).suggestedFilename()).toBe('vypusk.ics')
})

/** Whether an element is in view, with nothing above it: checked in its middle and at its lower edge. */
const uncovered = (page: Page, selector: string) =>
  page.evaluate(`(() => {
    const element = document.querySelector('${selector}')
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const at = (y) => document.elementFromPoint((left + right) / 2, y)
    return [(top + bottom) / 2, bottom - 2].every((y) => element.contains(at(y)))
  })()`)

test('a remark from a letter reaches staff, and a guessed link is reported as invalid', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const { id, path } = await sentAgreement(request)
  await page.setViewportSize(PHONE)
  await page.goto(path)
  await page.getByRole('button', { name: 'Есть замечание' }).click()
  // The form hands the focus on as soon as its editor has loaded.
  const words = page.getByRole('textbox', { name: 'Новое замечание' })
  await expect(words).toBeFocused()
  await expect.poll(() => uncovered(page, 'form')).toBe(true)
  const send = page.getByRole('button', { name: 'Отправить замечание' })
  await expect(send).toBeDisabled()
  await expectAccessible()
  await words.pressSequentially('Ночью закрываем смену')
  await page.getByLabel('Файлы', { exact: true }).setInputFiles({
    name: 'экран.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('скриншот'),
  })
  await expect(page.getByRole('button', { name: 'Убрать файл экран.txt' })).toBeVisible()
  await send.click()
  const remark = page.getByRole('article', { name: /^Замечание № / })
  await expect(remark).toContainText('Ночью закрываем смену')
  await expect(remark).toContainText('Ждёт ответа поставщика')
  await expect(page.getByRole('button', { name: 'Согласовать замечание останется открытым' })).toBeVisible()
  const file = page.waitForEvent('download')
  await remark.getByRole('button', { name: 'Скачать экран.txt' }).click()
  expect((await file).suggestedFilename()).toBe('экран.txt')
  await page.goto(`/approve/${'A'.repeat(43)}`)
  await expect(page.getByText(/^Такой ссылки нет/)).toBeVisible()
  await page.goto(path.slice(0, -5))
  await expect(page.getByText(/^Ссылка скопирована не целиком/)).toBeVisible()
  await expectAccessible()
  await signIn('manager', `/agreements/${id}`)
  await expect(page.getByText('Замечание: – → Ночью закрываем смену')).toBeVisible()
  await expect(page.getByText(/it@north\.example · из письма/)).toBeVisible()
})
