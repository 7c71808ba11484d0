import { chooseRelease } from './lists.ts'
import { PHONE, apiOf, expect, test } from './fixtures.ts'
import { adder, takeAllThatComes, freeRequests, makeRelease, requestRow } from './releases-data.ts'
import { settle } from './screens.ts'

test.describe('one release', () => {
  test('its other tabs are accessible', async ({ page, signIn, request, expectAccessible }) => {
    const { id } = await makeRelease(request)
    await signIn('manager', `/releases/${id}`)
    for (const name of ['Правила', 'Согласования', 'Комментарий', 'История']) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tabpanel')).not.toBeEmpty()
      await expectAccessible('[role=tabpanel]')
    }
  })

  test('its publications are accessible', async ({ page, signIn, request, expectAccessible }) => {
    const { data } = await (await apiOf(request, 'manager')).post('/releases', { steps: [6], per_page: 1 })
    await signIn('manager', `/releases/${data[0].id}?tab=publications`)
    await expect(page.getByRole('link', { name: /^Публикация \d+$/ }).first()).toBeVisible()
    await expectAccessible('[role=tabpanel]')
  })

  test('a status stays on one line beside a long remark', async ({ page, signIn, request }) => {
    const { id, api, idcomp } = await makeRelease(request)
    const day = { releaseDate: '2027-12-24', releaseTime: '22:00' }
    const agreement = await api.post('/agreements/add', { release_id: id, company_id: idcomp, recipients: [], ...day })
    await api.post(`/agreements/update/${agreement.id}`, { updateTarget: 5 })
    await api.post(`/agreements/update/${agreement.id}`, { updateTarget: 0, remark: 'Не забыть о складе. '.repeat(20) })
    await signIn('manager', `/releases/${id}?tab=agreements`)
    const table = page.getByRole('table', { name: 'Согласования релиза' })
    expect((await table.getByText('Отправлено клиенту').boundingBox())?.height).toBeLessThan(30)
    await api.post('/agreements/withdraw', { ids: [agreement.id] })
    expect((await table.getByText('Дата снята').boundingBox())?.height).toBeLessThan(30)
  })

  test('adds requests by number and from the list, explains refusals, and removes them', async ({
    page,
    signIn,
    request,
  }) => {
    const { id, api } = await makeRelease(request)
    const [first = 0, second = 0, third = 0] = await freeRequests(api, 3)
    await signIn('manager', `/releases/${id}`)
    await takeAllThatComes(page)
    await adder(page).fill('99999999')
    await adder(page).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Заявка не найдена: 99999999' })).toBeVisible()
    await adder(page).fill(String(first))
    await adder(page).press('Enter')
    await expect(requestRow(page, first)).toBeVisible()
    await adder(page).fill(`${first}, ${second} 99999999\n${third}`)
    await adder(page).press('Enter')
    const refused = `Заявка не найдена: 99999999; Заявка уже добавлена в релиз: ${first}`
    await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
    await expect(adder(page)).toHaveValue(`99999999, ${first}`)
    await expect(requestRow(page, second)).toBeVisible()
    await expect(requestRow(page, third)).toBeVisible()
    await page.getByRole('button', { name: `Убрать заявку ${third} из релиза` }).click()
    await expect(requestRow(page, third)).toHaveCount(0)
    const toast = page.getByRole('status').filter({ hasText: `Заявка ${third} убрана` })
    await toast.getByRole('button', { name: 'Отменить' }).click()
    await expect(requestRow(page, third)).toBeVisible()
  })

  test('moves to another step with a comment, and saves rules and comment separately', async ({
    page,
    signIn,
    request,
  }) => {
    const { id } = await makeRelease(request)
    // The steps arrive after the click: the dialog waits for them and then focuses the chosen one.
    const pressed = Promise.withResolvers<void>()
    await page.route('**/api/get-release-steps', async (route) => {
      await pressed.promise
      await route.continue()
    })
    await signIn('manager', `/releases/${id}`)
    await page.getByRole('button', { name: 'Перевести на этап…' }).click()
    pressed.resolve()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('radio', { checked: true })).toBeFocused()
    await dialog.getByRole('radio', { name: 'Тестирование' }).check()
    await dialog.getByLabel('Комментарий').fill('Собрали раньше срока')
    await dialog.getByLabel('Комментарий').press('Control+Enter')
    await expect(page.locator('[aria-current=step]')).toContainText('Тестирование')
    await page.getByRole('tab', { name: 'История' }).click()
    await expect(page.getByRole('tabpanel').getByText('Собрали раньше срока').first()).toBeVisible()

    await page.getByRole('tab', { name: 'Комментарий' }).click()
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
    await page.reload()
    await expect(page.locator('[aria-current=step]')).toContainText('Тестирование')
  })

  test('is deleted, restored while the message is shown, and deleted again', async ({ page, signIn, request }) => {
    const { id, title, api } = await makeRelease(request)
    const [taken = 0] = await freeRequests(api, 1)
    await api.post(`/releases/${id}/requests`, { requests: [taken] })
    await signIn('manager', `/releases/${id}`)
    const remove = async () => {
      await page.getByRole('button', { name: 'Другие действия' }).click()
      await page.getByRole('menuitem', { name: 'Удалить…' }).click()
      await expect(page).toHaveURL(/\/releases$/)
    }
    await remove()
    await page.getByRole('status').filter({ hasText: title }).getByRole('button', { name: 'Отменить' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(requestRow(page, taken)).toBeVisible()
    await remove()
    await page.goto(`/releases/${id}`)
    await expect(page).toHaveURL(/\/error404/)
  })

  test('moves selected requests to another release and back', async ({ page, signIn, request }) => {
    const { id, api } = await makeRelease(request)
    const other = await makeRelease(request)
    const [first = 0, second = 0] = await freeRequests(api, 2)
    await api.post(`/releases/${id}/requests`, { requests: [first, second] })
    await signIn('manager', `/releases/${id}`)
    await page.getByRole('checkbox', { name: `Выбрать заявку ${first}` }).check()
    await page.getByRole('button', { name: 'Перенести в другой релиз…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Перенести в другой релиз: 1 заявка' })
    await chooseRelease(dialog, other.title)
    await dialog.getByRole('button', { name: 'Перенести' }).click()
    await expect(requestRow(page, first)).toHaveCount(0)
    expect((await api.get(`/releases/${other.id}`)).requests).toMatchObject([{ id: first }])
    await page.getByRole('status').filter({ hasText: other.title }).getByRole('button', { name: 'Отменить' }).click()
    await expect(requestRow(page, first)).toBeVisible()
  })

  test('is previewed as the client sees it before it is shown, and a company is left out with a reason', async ({
    page,
    signIn,
    request,
    expectAccessible,
  }) => {
    const { id, api, idcomp } = await makeRelease(request, { is_visible_for_client: false, comment: 'Для своих' })
    await signIn('manager', `/releases/${id}`)
    await page.getByRole('button', { name: 'Как видит клиент' }).click()
    const bar = page.getByRole('region', { name: 'Как видит клиент' })
    await expect(bar).toContainText('Релиз скрыт')
    await expect(page).toHaveURL(new RegExp(`as=${idcomp}`))
    await expect(page.getByRole('region', { name: 'Согласование' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Комментарий' })).toHaveCount(0)
    await expectAccessible('[aria-label="Как видит клиент"]')
    await bar.getByRole('switch', { name: 'Виден клиентам' }).click()
    await expect(bar).toContainText('Так релиз видит')
    await expect.poll(async () => (await api.get(`/releases/${id}`)).is_visible_for_client).toBe(true)
    await bar.getByRole('button', { name: 'Закончить просмотр' }).click()

    const about = page.getByRole('complementary', { name: 'О релизе' })
    await about.getByRole('button', { name: /^Действия: / }).click()
    await page.getByRole('menuitem', { name: 'Не публиковать для компании…' }).click()
    await page.getByRole('dialog').getByLabel('Причина для сотрудников').fill('Договор на паузе')
    await page.getByRole('dialog').getByRole('button', { name: 'Не публиковать' }).click()
    await expect(about).toContainText('Договор на паузе – ')
    await expect(about).toContainText('Согласование не нужно')
    await about.getByRole('button', { name: /^Действия: / }).click()
    await page.getByRole('menuitem', { name: 'Публиковать для компании' }).click()
    await expect(about).not.toContainText('Договор на паузе')
    await expect(about).toContainText('0 из 1 согласовали')
  })
})

test.describe('a client', () => {
  test('cannot see hidden releases and those of other companies', async ({ page, signIn, request }) => {
    const hidden = await makeRelease(request, { is_visible_for_client: false })
    const foreign = await makeRelease(request, { companies: [] })
    for (const { id } of [hidden, foreign]) {
      await signIn('client1', `/releases/${id}`)
      await expect(page).toHaveURL(/\/error403/)
      await expect(page.getByText('Нет доступа к данному релизу')).toBeVisible()
    }
    await page.goto('/releases/99999999')
    await expect(page).toHaveURL(/\/error404/)
  })

  test('finds their own release, raises a remark and agrees to the date on a phone', async ({
    page,
    signIn,
    request,
    expectAccessible,
    expectNoSidewaysScroll,
  }) => {
    const { id, title, api, idcomp } = await makeRelease(request, { comment: 'Не для клиентов' })
    const requests = await freeRequests(api, 1, { client_ids: [idcomp] })
    await api.post(`/releases/${id}/requests`, { requests })
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
    await signIn('client1', `/releases?search_string=${encodeURIComponent(title)}`)
    const list = page.getByRole('list', { name: 'Релизы' })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expectNoSidewaysScroll()
    await expectAccessible()
    await list.getByRole('listitem').getByRole('button').click()
    await expect(page).toHaveURL(new RegExp(`/releases/${id}$`))
    const own = page.getByRole('region', { name: 'Согласование' })
    await expect(own).toContainText(/24\.12\.2027 в 22:00 МСК/)
    await expect(page.getByRole('tab', { name: 'Комментарий' })).toHaveCount(0)
    await expect(page.getByText('Не для клиентов')).toHaveCount(0)
    await expectNoSidewaysScroll()
    await own.getByRole('button', { name: 'Есть замечание' }).click()
    const remark = page.getByRole('form', { name: 'Новое замечание' })
    await remark.getByRole('textbox').pressSequentially('В этот день инвентаризация')
    await remark.getByRole('button', { name: 'Отправить замечание' }).click()
    await expect(page.getByRole('article', { name: /^Замечание № \d+, клиент/ })).toContainText(
      'В этот день инвентаризация',
    )
    await expect(own.getByRole('button', { name: 'Согласовать дату' })).toContainText('замечание останется открытым')
    await own.getByRole('button', { name: 'Согласовать дату' }).click()
    await expect(own).toContainText('Согласовано')
    await expect(own.getByRole('button', { name: 'Согласовать дату' })).toHaveCount(0)
  })
})

test('people on one release see each other, and what a colleague changes does not move the page', async ({
  page,
  signIn,
  request,
  openAs,
  expectAccessible,
}) => {
  const { id, api } = await makeRelease(request, {
    title: `Длинное название ${Date.now()}`,
  })
  const requests = await freeRequests(api, 40)
  await api.post(`/releases/${id}/requests`, { requests })
  await signIn('manager', `/releases/${id}`)
  const last = requestRow(page, requests.toSorted((a, b) => b - a)[0] ?? 0)
  await settle(page)
  await last.scrollIntoViewIfNeeded()
  const before = await last.boundingBox()

  const other = await openAs('admin', `/release/${id}`)
  const here = page.getByRole('list', { name: 'Сейчас здесь' })
  await expect(here.getByRole('listitem')).toHaveText(/изменяет$/)
  await expect(other.getByRole('list', { name: 'Сейчас здесь' }).getByRole('listitem')).toHaveText(/смотрит$/)
  await expectAccessible('[aria-label="Сейчас здесь"]')
  await other.getByRole('textbox', { name: 'Комментарий' }).fill('Поменял коллега')
  await other.getByRole('button', { name: 'Сохранить' }).click()
  await expect(here.getByRole('listitem')).toHaveText(/смотрит$/)
  expect(await last.boundingBox()).toEqual(before)
  await other.close()
  await expect(here).toHaveCount(0)
  await page.getByRole('tab', { name: 'Комментарий' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Поменял коллега')
})
