import { extractRawText } from 'mammoth'
import { apiOf, expect, PHONE, test } from './fixtures.ts'
import { freeRequests, makeRelease } from './releases-data.ts'
import { expectToast } from './toasts.ts'

test('staff edit a description in place, print it and download it as a Word document', async ({
  page,
  signIn,
  request,
}) => {
  const { id, title, api } = await makeRelease(request, { description: '<p>Общие слова</p>' })
  const [number = 0] = await freeRequests(api, 1)
  await api.post(`/releases/${id}/requests`, { requests: [number] })
  await signIn('manager', `/releases/${id}?tab=description`)
  await page.getByRole('link', { name: 'Открыть документом' }).click()
  const sheet = page.getByRole('article', { name: title })
  await expect(sheet).toContainText('Общие слова')

  await sheet.getByRole('button', { name: `Написать текст заявки ${number}` }).click()
  const form = page.getByRole('form', { name: 'Текст для описания релиза' })
  await form.getByRole('textbox').pressSequentially('Стало быстрее')
  await form.getByRole('switch', { name: 'Отдельным пунктом' }).setChecked(true)
  await form.getByRole('textbox').press('Control+Enter')
  await expectToast(page, 'Заявка успешно обновлена')
  await expect(sheet.getByText('Стало быстрее')).toBeVisible()

  await sheet.getByRole('button', { name: 'Изменить общий текст' }).click()
  const editor = sheet.getByRole('textbox', { name: 'Описание' })
  await editor.press('End')
  await editor.pressSequentially(' и ещё')
  const picture = { name: 'экран.png', mimeType: 'image/png', buffer: await page.screenshot() }
  const choosing = page.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: 'Картинка' }).click()
  await (await choosing).setFiles(picture)
  await expect(editor.getByRole('img', { name: 'экран' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Сохранить' }).click()
  await expect(editor).toHaveCount(0)
  await expect(sheet.getByText('Общие слова и ещё')).toBeVisible()
  await expect(sheet.getByRole('img', { name: 'экран' })).toHaveJSProperty('naturalWidth', 1200)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать Word' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`Описание релиза ${id}.docx`)
  const { value: text } = await extractRawText({ path: await saved.path() })
  for (const words of [title, 'Общие слова и ещё', 'Стало быстрее']) expect(text).toContain(words)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: 'Изменить общий текст' })).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('a client reads on a phone what concerns their own company', async ({
  page,
  signIn,
  request,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const wide = `<table><tbody><tr>${'<td>широкая&nbsp;ячейка&nbsp;таблицы</td>'.repeat(6)}</tr></tbody></table>`
  const { id, title, api, idcomp } = await makeRelease(request, { description: `<p>Для всех</p>${wide}` })
  const elsewhere = (await (await apiOf(request, 'client2')).get('/auth/user')).company.idcomp
  const [own = 0] = await freeRequests(api, 1, { client_ids: [idcomp] })
  const [foreign = 0] = await freeRequests(api, 1, { client_ids: [elsewhere] })
  await api.post(`/releases/${id}/requests`, { requests: [own, foreign] })
  const titleOf = async (number: number): Promise<string> => (await api.get(`/requests/${number}`)).e_title
  await page.setViewportSize(PHONE)
  await signIn('client1', `/releases/${id}/description`)
  const sheet = page.getByRole('article', { name: title })
  await expect(sheet).toContainText('Для всех')
  await expect(sheet).toContainText(await titleOf(own))
  await expect(sheet).not.toContainText(await titleOf(foreign))
  await expect(sheet.getByRole('button')).toHaveCount(0)
  await expectNoSidewaysScroll()
  // Words in a table are not broken: if there is not enough room, the table scrolls inside itself.
  await page.setViewportSize({ ...PHONE, width: 900 })
  const table = sheet.getByRole('group', { name: 'Таблица' })
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  await expectNoSidewaysScroll()
  await expectAccessible()
})
