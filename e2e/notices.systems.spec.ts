import { PHONE, apiOf, expect, test } from './fixtures.ts'
import { makeRelease, newTitle } from './releases-data.ts'

test('a mention appears at the bell with its reason and a link to the place; settings are saved', async ({
  page,
  request,
  signIn,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const [manager, client] = [await apiOf(request, 'manager'), await apiOf(request, 'client1')]
  const { id } = await manager.get('/auth/user')
  const { entry } = await client.post('/requests-registry/create-entry', { title: newTitle() })
  await signIn('manager', '/notices/settings')
  const choice = page.getByRole('checkbox', { name: 'Публикации релизов: письмом сразу' })
  // The checkbox follows the server's answer with a delay, so `check()` cannot be used.
  if (!(await choice.isChecked())) await choice.click()
  await expect(choice).toBeChecked()
  await client.post('/requests-registry/add-comment', { id: entry.id, comment: 'Взгляните', mentions: [id] })
  await page.getByRole('button', { name: /^Уведомления, непрочитанных: \d+/ }).click()
  const bell = page.getByRole('dialog', { name: 'Уведомления' })
  const notice = bell.getByRole('listitem').filter({ hasText: entry.title })
  await expect(notice).toContainText('Вас упомянули: Взгляните')
  await expect(notice).toContainText('вас упомянули')
  await expectAccessible('[role=dialog]')
  await notice.getByRole('button', { name: 'Отметить прочитанным' }).click()
  await notice.getByRole('button', { name: 'Отметить непрочитанным' }).click()
  await notice.getByRole('link').click()
  await expect(page.getByRole('complementary')).toContainText(entry.title)
  await page.getByRole('button', { name: /^Следить за записью/ }).click()
  await expect(page.getByRole('button', { name: /^Не следить за записью/ })).toBeVisible()
  await page.setViewportSize(PHONE)
  await page.goto('/notices/settings')
  await expect(choice).toBeChecked()
  await expectNoSidewaysScroll()
})

test('changes by others appear in place, and changes that would move the rows wait', async ({
  page,
  request,
  signIn,
}) => {
  // Imports of other tests, which change everything, are made by the administrator: here that is somebody else.
  const first = await makeRelease(request)
  const others = await apiOf(request, 'admin')
  // Newest first: a new row would move the rows that are shown.
  await signIn('manager', `/releases?order_by=id&isDesc=true&search_string=${encodeURIComponent(first.title)}`)
  const rows = page.getByRole('grid').getByRole('row').filter({ hasText: first.title })
  await rows.first().hover()
  const days = { start_date: '2026-03-02', plan_date: '2027-12-24' }
  await others.post(`/releases/${first.id}`, { title: `${first.title} новое имя`, ...days })
  await expect(rows.first()).toContainText('новое имя')
  const second = await others.post('/releases/0', { title: `${first.title} второй`, ...days })
  const more = page.getByRole('button', { name: 'Обновить: 1 новая' })
  await expect(more).toBeVisible()
  await expect(rows).toHaveCount(1)
  await more.click()
  await expect(rows).toHaveCount(2)
  await expect(more).toBeHidden()
  // The person's own changes, here or in another tab, appear at once; the changes of others still wait.
  await rows.first().hover()
  await others.post('/releases/0', { title: `${first.title} третий`, ...days })
  await expect(more).toBeVisible()
  await first.api.remove(`/releases/${second.release.id}`)
  await expect(rows.filter({ hasText: 'второй' })).toHaveCount(0)
  await expect(more).toBeVisible()
  await expect(rows).toHaveCount(1)
})

test('a lost and restored connection is reported, and the page catches up', async ({
  page,
  context,
  request,
  signIn,
}) => {
  const { id, title, api } = await makeRelease(request)
  await signIn('admin', `/releases/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Связь с сервером потеряна. Показано последнее')).toBeVisible()
  await expect(page.getByRole('status', { name: /^Связь с сервером потеряна/ })).toBeVisible()
  const days = { start_date: '2026-03-02', plan_date: '2027-12-24' }
  await api.post(`/releases/${id}`, { title: `${title} пока связи не было`, ...days })
  await context.setOffline(false)
  await expect(page.getByText('Связь восстановлена, данные обновлены')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Изменения других людей видны сразу' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `${title} пока связи не было` })).toBeVisible()
})

test('a page that has been open while the server was replaced offers the newer version', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('manager', '/releases')
  await expect(page.getByRole('status', { name: 'Изменения других людей видны сразу' })).toBeVisible()
  const parts = () => page.evaluate<string>('performance.getEntriesByType("resource").map(({ name }) => name).join()')
  await expect.poll(parts).toContain('newer-build')
  await page.route('**/build.txt', (route) => route.fulfill({ body: '0123456789abcdef' }))
  await context.setOffline(true)
  await expect(page.getByText('Связь с сервером потеряна. Показано последнее')).toBeVisible()
  await context.setOffline(false)
  const offer = page.getByRole('status').filter({ hasText: 'Вышла новая версия' })
  await expect(offer).toBeVisible()
  await page.unrouteAll()
  const opened = page.waitForEvent('domcontentloaded')
  await offer.getByRole('button', { name: 'Обновить' }).click()
  await opened
  await expect(page.getByRole('heading', { name: 'Релизы' })).toBeVisible()
  await expect(offer).toHaveCount(0)
})
