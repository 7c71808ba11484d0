import { PHONE, apiOf, expect, test } from './fixtures.ts'
import { adder, takeAllThatComes, freeRequests, makeRelease, newTitle, requestRow } from './releases-data.ts'

test.describe('the form of a release', () => {
  test('creates a release with requests and uses the calculation', async ({ page, signIn, request }) => {
    const [free = 0] = await freeRequests(await apiOf(request, 'manager'), 1)
    const title = newTitle()
    await signIn('manager', '/release/0')
    await expect(page.getByRole('textbox', { name: 'Правила' })).toBeVisible()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText('Укажите название')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Название' })).toBeFocused()
    await expect(page.getByText('Укажите плановую дату')).toBeVisible()
    await page.getByRole('textbox', { name: 'Название' }).fill(title)
    await page.getByLabel('Плановые часы').fill('24')
    await page.getByLabel('Плановые часы').blur()
    await expect(page.getByRole('complementary', { name: 'Расчёт' })).toContainText('3 рабочих дня')
    await page.getByRole('button', { name: /^План – / }).click()
    await takeAllThatComes(page)
    await adder(page).fill(`${free}, 99999999`)
    await adder(page).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Заявка не найдена: 99999999' })).toBeVisible()
    await expect(page.getByRole('button', { name: `Убрать заявку ${free}` })).toBeVisible()
    const hours = page.getByLabel('Плановые часы')
    await hours.fill('сутки')
    await page.getByRole('textbox', { name: 'Название' }).press('Control+Enter')
    await expect(hours).toBeFocused()
    await expect(page.getByText('Часы: 7:30, 7,5 или 90м')).toBeVisible()
    await hours.fill('24')
    const plan = page.getByRole('textbox', { name: 'План', exact: true })
    const planned = await plan.inputValue()
    await plan.fill('31.02.2027')
    await plan.press('Control+Enter')
    await expect(page.getByText('Нет такой даты: «31.02.2027»')).toBeVisible()
    await plan.fill(planned)
    await plan.press('Control+Enter')
    await expect(page).toHaveURL(/\/releases\/\d+$/)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(requestRow(page, free)).toBeVisible()
  })

  test('shows the whole title of a request on a phone', async ({ page, signIn, request }) => {
    const [free = 0] = await freeRequests(await apiOf(request, 'manager'), 1)
    await page.setViewportSize(PHONE)
    await signIn('manager', '/release/0')
    await takeAllThatComes(page)
    await expect(page.getByText('Ctrl ↵')).toBeHidden()
    await adder(page).fill(String(free))
    await adder(page).press('Enter')
    const line = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Убрать заявку ${free}` }) })
    const title = line.locator('span').nth(1)
    await title.evaluate((part) => (part.textContent = 'Не сохраняется поле карточки '.repeat(5)))
    expect(await title.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)
    expect(await title.evaluate((part) => part.clientWidth)).toBeGreaterThan(PHONE.width * 0.6)
    await line.scrollIntoViewIfNeeded()
    await expect(line.getByRole('button')).toBeInViewport({ ratio: 1 })
  })

  test('keeps the title and the button of a request whose company has a very long name', async ({
    page,
    signIn,
    request,
  }) => {
    const [free = 0] = await freeRequests(await apiOf(request, 'manager'), 1)
    await signIn('manager', '/release/0')
    await takeAllThatComes(page)
    await adder(page).fill(String(free))
    await adder(page).press('Enter')
    const line = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Убрать заявку ${free}` }) })
    const long = 'Федеральное государственное унитарное предприятие '.repeat(5)
    await line
      .locator('span')
      .nth(2)
      .evaluate((company, name) => (company.textContent = name), long)
    await expect(line.getByRole('button')).toBeInViewport({ ratio: 1 })
    const width = await line.evaluate((element) => element.getBoundingClientRect().width)
    const title = await line
      .locator('span')
      .nth(1)
      .evaluate((element) => element.getBoundingClientRect().width)
    expect(title).toBeGreaterThan(width / 3)
  })

  test('handles a concurrent save: takes over what it can, asks about the rest', async ({
    page,
    signIn,
    request,
    expectAccessible,
  }) => {
    const { id, api, title } = await makeRelease(request)
    await signIn('manager', `/release/${id}`)
    await page.getByRole('textbox', { name: 'Название' }).fill(`${title} моё`)
    const theirs = { title: `${title} чужое`, start_date: '2026-03-02', plan_date: '2027-12-25' }
    await api.post(`/releases/${id}`, theirs)
    await page.getByRole('button', { name: 'Сохранить' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Пока вы меняли релиз' })
    await expect(alert).toContainText('«План»')
    await expect(alert.getByRole('group', { name: 'Название' })).toContainText(`${title} моё`)
    await expect(alert.getByRole('group', { name: 'Название' })).toContainText(`${title} чужое`)
    await expectAccessible('[role=alert]')
    await alert.getByRole('button', { name: 'Взять сохранённое: Название' }).click()
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue(`${title} чужое`)
    await alert.getByRole('button', { name: 'Оставить моё: Название' }).click()
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue(`${title} моё`)
    await page.getByLabel('Плановые часы').fill('36')
    await page.getByLabel('Плановые часы').press('Control+Enter')
    await expect(page.getByRole('heading', { name: `${title} моё` })).toBeVisible()
    const kept = { title: `${title} моё`, plan_date: '2027-12-25', planned_time: 2160 }
    expect(await api.get(`/releases/${id}`)).toMatchObject(kept)
  })

  test('asks before leaving unsaved, keeps the draft, and handles what was saved since it was written', async ({
    page,
    signIn,
    request,
  }) => {
    const { id, title, api } = await makeRelease(request)
    await signIn('manager', `/release/${id}`)
    await page.getByRole('textbox', { name: 'Название' }).fill('Недописано')
    await page.getByRole('link', { name: 'Публикации' }).click()
    const dialog = page.getByRole('dialog', { name: 'Уйти без сохранения?' })
    await dialog.getByRole('button', { name: 'Отмена' }).click()
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('Недописано')
    await page.getByRole('link', { name: 'Публикации' }).click()
    await dialog.getByRole('button', { name: 'Уйти' }).click()
    await expect(page).toHaveURL(/\/publications$/)
    await api.post(`/releases/${id}`, { title: `${title} чужое`, start_date: '2026-03-02', plan_date: '2027-12-25' })
    await page.goto(`/release/${id}`)
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('Недописано')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Пока вы меняли релиз' })
    await expect(alert.getByRole('group', { name: 'Название' })).toContainText(`${title} чужое`)
    await expect(alert).toContainText('«План»')
    await page.getByRole('button', { name: 'Вернуть сохранённое' }).click()
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue(`${title} чужое`)
  })

  test('a draft of a text handles what was saved since it was written', async ({ page, signIn, request }) => {
    const { id, api } = await makeRelease(request)
    await signIn('manager', `/releases/${id}?tab=comment`)
    await page.getByRole('button', { name: 'Написать' }).click()
    const comment = page.getByRole('textbox', { name: 'Комментарий' })
    await comment.fill('Недописанное')
    await page.reload()
    await api.post(`/releases/${id}/comment`, { comment: 'Чужое' })
    await expect(page.getByRole('tabpanel').getByText('Чужое')).toBeVisible()
    await page.getByRole('button', { name: 'Изменить', exact: true }).click()
    await expect(comment).toHaveValue('Недописанное')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Пока вы меняли текст' })).toContainText('Чужое')
    expect(await api.get(`/releases/${id}/comment`)).toMatchObject({ comment: 'Чужое' })
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await expect(comment).toBeHidden()
    await expect(page.getByRole('tabpanel').getByText('Недописанное')).toBeVisible()
  })
})
