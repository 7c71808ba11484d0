import { PHONE, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'

const choose = async (page: Page, label: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option').first().click()
}

/** Imitates what a browser does when a picture is pasted; a string, because it uses DOM types unknown in this file. */
const pastePicture = (page: Page) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['picture'], 'image.png', { type: 'image/png' }))
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('textarea').dispatchEvent(paste)
  })()`)

test.describe('a client’s new request', () => {
  test.beforeEach(async ({ signIn }) => signIn('client1'))

  test('fits a phone, is written with a file and a pasted picture, and can be followed', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
  }) => {
    await page.getByRole('link', { name: 'Новая заявка' }).click()
    await expect(page.getByLabel('О чём заявка')).toBeVisible()
    const wide = page.viewportSize()!
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll()
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Создать' }).click()
    await expect(page.getByText('Выберите модуль')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Компания' })).toHaveCount(0)
    await expectAccessible('main')
    await choose(page, 'Модуль')
    await choose(page, 'Тип')
    const title = `Не печатается акт ${Date.now()}`
    await page.getByLabel('О чём заявка').fill(title)
    await page.getByLabel('Подробно').fill('Нажимаю «Печать» – пусто')
    await page.getByText('Критично', { exact: true }).click()
    await page
      .getByLabel('Файлы заявки', { exact: true })
      .setInputFiles({ name: 'акт.docx', mimeType: 'application/msword', buffer: Buffer.from('акт') })
    await pastePicture(page)
    const files = page.getByRole('list', { name: 'Приложенные файлы' })
    await expect(files).toContainText('акт.docx')
    await expect(files).toContainText('image.png')
    await expect(files.getByText('Загружен', { exact: true })).toHaveCount(2)
    // The text typed so far survives a reload.
    await page.reload()
    await expect(page.getByLabel('О чём заявка')).toHaveValue(title)
    await expect(files).toContainText('image.png')
    await page.getByLabel('Подробно').press('Control+Enter')
    await expect(page).toHaveURL(/\/clientRequests\?open=\d+/)
    const panel = page.getByRole('complementary', { name: /^Заявка \d+/ })
    await expect(panel).toContainText(title)
    await expect(panel).toContainText('Новая')
    await expect(panel).toContainText('Критично')
    await expect(panel.getByRole('button', { name: 'Скачать акт.docx' })).toBeVisible()
    await expect(panel.getByRole('button', { name: /текст$/ })).toHaveCount(0)
    const saved = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Скачать акт.docx' }).click()
    expect((await saved).suggestedFilename()).toBe('акт.docx')
  })
})

test('staff write a request on behalf of a company', async ({ page, signIn }) => {
  await signIn('manager', '/clientRequests/0')
  await expect(page.getByRole('combobox', { name: 'Модуль' })).toBeDisabled()
  await choose(page, 'Компания')
  await choose(page, 'Модуль')
  await choose(page, 'Тип')
  await page.getByLabel('О чём заявка').fill('По звонку: не открывается отчёт')
  await page.getByRole('button', { name: 'Создать' }).click()
  await expect(page).toHaveURL(/\/\?open=\d+/)
  await expect(page.getByRole('complementary', { name: /^Заявка \d+/ })).toContainText('По звонку')
})
