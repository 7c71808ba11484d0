import { expect, PHONE, test } from './fixtures.ts'

test('the installation is checked, and the wording of a letter is edited next to its preview', async ({
  page,
  signIn,
  expectNoSidewaysScroll,
}) => {
  await signIn('admin', '/admin/settings')
  await page.getByRole('button', { name: 'Проверить: База данных' }).press('Enter')
  await expect(page.getByRole('status', { name: 'Проверка: База данных' })).toContainText('Работает PostgreSQL')
  await expect(page.getByRole('button', { name: 'Проверить: Почта' })).toBeDisabled()

  await page.getByRole('link', { name: 'Письма', exact: true }).click()
  const list = page.getByRole('navigation', { name: 'Письма' })
  await list.getByRole('link', { name: 'Вебхук выключен', exact: true }).press('Enter')
  const form = page.getByRole('form', { name: 'Письмо: Вебхук выключен', exact: true })
  await form.getByLabel('Заголовок').fill('Связь с {соседом} пропала')
  await expect(page.getByRole('alert')).toContainText('Подстановки {соседом} у этого письма нет. Есть: {адрес}, {срок}')
  await form.getByLabel('Заголовок').fill('Связь пропала: ')
  await form.getByRole('button', { name: '{адрес}' }).click()
  const letter = page.frameLocator('iframe[title="Письмо"]')
  await expect(letter.getByRole('heading')).toHaveText('Связь пропала: https://help.example.ru/hooks/vypusk')
  // With the letter's own styles: the page's security policy, which forbids inline styles, applies in the frame too.
  await expect(letter.getByRole('heading')).toHaveCSS('font-family', /Arial|Helvetica/)
  await form.getByRole('button', { name: 'Отправить пробное письмо себе' }).click()
  await expect(form.getByRole('status')).toContainText('Письмо сложено файлом в папку outbox')
  await form.getByLabel('Заголовок').press('Control+Enter')
  await expect(list.getByRole('link', { name: 'Вебхук выключен Изменено' })).toBeVisible()
  await form.getByLabel('Заголовок').fill('Набрано и не сохранено')
  await form.getByRole('button', { name: 'Вернуть исходный текст' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Вернуть' }).click()
  await expect(form.getByLabel('Заголовок')).toHaveValue('Вебхук выключен')
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll()
})
