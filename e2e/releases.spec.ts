import type { Page } from './fixtures.ts'
import { apiOf, PHONE, expect, test } from './fixtures.ts'
import { freeRequests, makeRelease, newTitle } from './releases-data.ts'

const rows = (page: Page) => page.getByRole('grid', { name: 'Релизы' }).locator('tbody').getByRole('row')
const adder = (page: Page) => page.getByRole('textbox', { name: 'Добавить заявки' })
const requestRow = (page: Page, id: number) =>
  page
    .getByRole('table', { name: 'Заявки релиза' })
    .getByRole('row')
    .filter({ hasText: String(id) })

test.describe('the list of releases', () => {
  test('filters by step, remembers it for the next visit and opens a release', async ({
    page,
    signIn,
    request,
    expectAccessible,
  }) => {
    test.slow()
    const nothing = { selectedSystems: [], selectedModules: [], selectedSteps: [] }
    await (await apiOf(request, 'admin')).post('/user/settings', { page: 'ReleasesPage', pageSettings: nothing })
    await signIn('admin')
    await page.goto('/releases')
    await expect(rows(page).first()).toBeVisible()
    await expectAccessible()
    const saved = page.waitForResponse('**/api/user/settings')
    await page.getByRole('search').getByRole('button', { name: 'Шаг', exact: true }).click()
    await page.getByRole('option', { name: 'Закрыт' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/steps=\d+/)
    await saved
    await page.goto('/releases')
    await expect(page).toHaveURL(/steps=\d+/)
    await rows(page).first().click()
    await expect(page).toHaveURL(/\/releases\/\d+$/)
    await expect(page.getByRole('list', { name: 'Шаги релиза' })).toBeVisible()
  })
})

test.describe('one release', () => {
  test('every tab is readable by everybody', async ({ page, signIn, request, expectAccessible }) => {
    test.slow()
    const { id } = await makeRelease(request)
    await signIn('manager')
    for (const tab of ['requests', 'terms', 'agreements', 'comment', 'history']) {
      await page.goto(`/releases/${id}?tab=${tab}`)
      await expect(page.getByRole('tabpanel')).not.toBeEmpty()
      await expectAccessible()
    }
  })

  test('takes requests by number and by list, says why not, and gives them back', async ({ page, signIn, request }) => {
    const { id, api } = await makeRelease(request)
    const [first = 0, second = 0, third = 0] = await freeRequests(api, 3)
    await signIn('manager')
    await page.goto(`/releases/${id}`)
    await adder(page).fill('99999999')
    await adder(page).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Заявка не найдена: 99999999' })).toBeVisible()
    await adder(page).fill(String(first))
    await adder(page).press('Enter')
    await expect(requestRow(page, first)).toBeVisible()
    await adder(page).fill(`${first}, ${second}`)
    await adder(page).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: `Заявка уже добавлена в релиз: ${first}` })).toBeVisible()
    await adder(page).fill(`${second} ${third}`)
    await adder(page).press('Enter')
    await expect(requestRow(page, third)).toBeVisible()
    await page.getByRole('button', { name: `Убрать заявку ${third} из релиза` }).click()
    await expect(requestRow(page, third)).toHaveCount(0)
    await page.getByRole('button', { name: 'Отменить' }).click()
    await expect(requestRow(page, third)).toBeVisible()
  })

  test('moves to another step with a word about why', async ({ page, signIn, request }) => {
    const { id } = await makeRelease(request)
    await signIn('manager')
    await page.goto(`/releases/${id}`)
    await page.getByRole('button', { name: 'Перевести на шаг…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Тестирование' }).check()
    await dialog.getByLabel('Комментарий').fill('Собрали раньше срока')
    await dialog.getByLabel('Комментарий').press('Control+Enter')
    await expect(page.locator('[aria-current=step]')).toContainText('Тестирование')
    await page.getByRole('tab', { name: 'История' }).click()
    await expect(page.getByRole('tabpanel').getByText('Собрали раньше срока').first()).toBeVisible()
    await page.reload()
    await expect(page.locator('[aria-current=step]')).toContainText('Тестирование')
  })

  test('keeps rules and comment, each on its own', async ({ page, signIn, request }) => {
    const { id } = await makeRelease(request)
    await signIn('manager')
    await page.goto(`/releases/${id}?tab=comment`)
    await page.getByRole('button', { name: 'Написать' }).click()
    await page.getByRole('textbox', { name: 'Комментарий' }).fill('Для своих')
    await page.getByRole('textbox', { name: 'Комментарий' }).press('Control+Enter')
    await expect(page.getByRole('tabpanel').getByText('Для своих')).toBeVisible()
    await page.getByRole('tab', { name: 'Правила' }).click()
    await page.getByRole('button', { name: 'Изменить', exact: true }).click()
    const rules = page.getByRole('textbox', { name: 'Правила' })
    await rules.press('End')
    await rules.pressSequentially(' ночью')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByRole('tabpanel').getByText('Правила установки ночью')).toBeVisible()
  })

  test('shows what another person changes without a reload', async ({ page, signIn, request }) => {
    const { id, api } = await makeRelease(request)
    await signIn('manager')
    await page.goto(`/releases/${id}`)
    await expect(page.locator('[aria-current=step]')).toContainText('Планирование')
    await api.post(`/releases/${id}/steps`, { step_id: 3 })
    await expect(page.locator('[aria-current=step]')).toContainText('Согласование')
  })

  test('is deleted after a question, and is gone', async ({ page, signIn, request }) => {
    const { id, title } = await makeRelease(request)
    await signIn('manager')
    await page.goto(`/releases/${id}`)
    await page.getByRole('button', { name: 'Другие действия' }).click()
    await page.getByRole('menuitem', { name: 'Удалить' }).click()
    await expect(page.getByRole('dialog')).toContainText(title)
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
    await expect(page).toHaveURL(/\/releases$/)
    await page.goto(`/releases/${id}`)
    await expect(page).toHaveURL(/\/error404/)
  })
})

test.describe('the form of a release', () => {
  test('creates a release with requests and follows the calculation', async ({
    page,
    signIn,
    request,
    expectAccessible,
  }) => {
    const [free = 0] = await freeRequests(await apiOf(request, 'manager'), 1)
    const title = newTitle()
    await signIn('manager')
    await page.goto('/release/0')
    await expect(page.getByRole('textbox', { name: 'Правила' })).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText('Укажите название')).toBeVisible()
    await expect(page.getByText('Укажите плановую дату')).toBeVisible()
    await page.getByRole('textbox', { name: 'Название' }).fill(title)
    await page.getByLabel('Плановые часы').fill('24')
    await page.getByLabel('Плановые часы').blur()
    await expect(page.getByRole('complementary', { name: 'Расчёт' })).toContainText('3 рабочих дня')
    await page.getByRole('button', { name: /^План – / }).click()
    await adder(page).fill(`${free}, 99999999`)
    await adder(page).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Заявка не найдена: 99999999' })).toBeVisible()
    await expect(page.getByRole('button', { name: `Убрать заявку ${free}` })).toBeVisible()
    await page.getByRole('textbox', { name: 'Название' }).press('Control+Enter')
    await expect(page).toHaveURL(/\/releases\/\d+$/)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(requestRow(page, free)).toBeVisible()
  })

  test('meets a save that came between: takes what it may, asks about the rest', async ({
    page,
    signIn,
    request,
    expectAccessible,
  }) => {
    const { id, api, title } = await makeRelease(request)
    await signIn('manager')
    await page.goto(`/release/${id}`)
    await page.getByRole('textbox', { name: 'Название' }).fill(`${title} моё`)
    const theirs = { title: `${title} чужое`, start_date: '2026-03-02', plan_date: '2027-12-25' }
    await api.post(`/releases/${id}`, theirs)
    await page.getByRole('button', { name: 'Сохранить' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'релиз сохранил другой человек' })
    await expect(alert).toContainText('«План»')
    await expect(alert.getByRole('row', { name: /^Название/ })).toContainText(`${title} моё`)
    await expect(alert.getByRole('row', { name: /^Название/ })).toContainText(`${title} чужое`)
    await expectAccessible()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByRole('heading', { name: `${title} моё` })).toBeVisible()
    expect(await api.get(`/releases/${id}`)).toMatchObject({ title: `${title} моё`, plan_date: '2027-12-25' })
  })

  test('asks before leaving unsaved, and keeps the draft', async ({ page, signIn, request }) => {
    const { id, title } = await makeRelease(request)
    await signIn('manager')
    await page.goto(`/release/${id}`)
    await page.getByRole('textbox', { name: 'Название' }).fill('Недописано')
    await page.getByRole('link', { name: 'Публикации' }).click()
    const dialog = page.getByRole('dialog', { name: 'Уйти без сохранения?' })
    await dialog.getByRole('button', { name: 'Отмена' }).click()
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('Недописано')
    await page.getByRole('link', { name: 'Публикации' }).click()
    await dialog.getByRole('button', { name: 'Уйти' }).click()
    await expect(page).toHaveURL(/\/publications$/)
    await page.goto(`/release/${id}`)
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('Недописано')
    await page.getByRole('button', { name: 'Вернуть сохранённое' }).click()
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue(title)
  })
})

test.describe('a client', () => {
  test('is kept from hidden releases, foreign ones and the form', async ({ page, signIn, request }) => {
    const hidden = await makeRelease(request, { is_visible_for_client: false })
    const foreign = await makeRelease(request, { companies: [] })
    await signIn('client1')
    for (const { id } of [hidden, foreign]) {
      await page.goto(`/releases/${id}`)
      await expect(page).toHaveURL(/\/error403/)
      await expect(page.getByText('Нет доступа к данному релизу')).toBeVisible()
    }
    await page.goto(`/release/${hidden.id}`)
    await expect(page).toHaveURL(/\/error403/)
    await page.goto('/release/0')
    await expect(page).toHaveURL(/\/error403/)
    await page.goto('/releases/99999999')
    await expect(page).toHaveURL(/\/error404/)
  })

  test('sees the own part, says what is wrong and agrees to the date on a phone', async ({
    page,
    signIn,
    request,
    expectAccessible,
    expectNoSidewaysScroll,
  }) => {
    const { id, api, idcomp } = await makeRelease(request, { comment: 'Не для клиентов' })
    const { data } = await api.post('/backlog/get-summary', { release_ids: [0], client_ids: [idcomp], per_page: 1 })
    await api.post(`/releases/${id}/requests`, { requests: [data[0].id] })
    const agreement = await api.post('/agreements/add', {
      release_id: id,
      company_id: idcomp,
      recipients: [],
      recipientsExtra: [],
      releaseDate: '2027-12-24',
      releaseTime: '22:00',
    })
    await api.post(`/agreements/update/${agreement.id}`, { updateTarget: 5 })
    await page.setViewportSize(PHONE)
    await signIn('client1')
    await page.goto(`/releases/${id}`)
    const own = page.getByRole('region', { name: 'Согласование' })
    await expect(own).toContainText('24.12.2027 в 22:00')
    await expect(page.getByRole('tab', { name: 'Комментарий' })).toHaveCount(0)
    await expect(page.getByText('Не для клиентов')).toHaveCount(0)
    await expectNoSidewaysScroll()
    await expectAccessible()
    await own.getByRole('button', { name: 'Есть замечание' }).click()
    await own.getByLabel('Замечание').fill('В этот день инвентаризация')
    await own.getByRole('button', { name: 'Отправить' }).click()
    await expect(own).toContainText('Замечание: В этот день инвентаризация')
    await own.getByRole('button', { name: 'Согласовать дату' }).click()
    await expect(own).toContainText('Согласовано')
    await expect(own.getByRole('button', { name: 'Согласовать дату' })).toHaveCount(0)
  })

  test('has a list of own releases that fits a phone', async ({
    page,
    signIn,
    expectAccessible,
    expectNoSidewaysScroll,
  }) => {
    await page.setViewportSize(PHONE)
    await signIn('client1')
    await page.goto('/releases')
    await expect(page.getByRole('list', { name: 'Релизы' })).toBeVisible()
    await expectNoSidewaysScroll()
    await expectAccessible()
  })
})
