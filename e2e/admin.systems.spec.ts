import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PANEL, PHONE, apiOf, expect, fillSignIn, test } from './fixtures.ts'
import { linkIn } from './letters.ts'
import { dataDir } from './playwright.config.ts'

const program = join(import.meta.dirname, '../packages/server/src/admin.ts')

test('an account from its first letter to its end: created, used by its person, blocked while in use', async ({
  page,
  otherWindow,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', '/admin')
  await expect(page).toHaveURL(/\/admin\/people/)
  const login = `new.${Date.now()}`
  await page.getByRole('button', { name: 'Новый человек' }).click()
  const form = page.getByRole('form', { name: 'Новый человек' })
  await expect(form.getByLabel('Имя')).toBeFocused()
  await form.getByLabel('Имя').fill('Роза Новая')
  await form.getByLabel('Логин').fill('admin')
  await form.getByLabel('Почта').fill(`${login}@example.ru`)
  await form.getByRole('combobox', { name: 'Компания' }).click()
  await page.getByRole('option').first().click()
  await form.getByRole('button', { name: 'Создать' }).click()
  await expect(form.getByText('Такой логин уже занят')).toBeVisible()
  await form.getByLabel('Логин').fill(login)
  await form.getByLabel('Логин').press('Control+Enter')
  const panel = page.getByRole('complementary', { name: 'Человек' })
  await expect(panel.getByText('Нет пароля', { exact: true })).toBeVisible()
  await expectAccessible(PANEL)

  const link = await linkIn(`To: ${login}@example.ru`, '/password')
  const theirs = await otherWindow({ viewport: PHONE })
  await theirs.goto(link)
  await theirs.getByLabel('Новый пароль').fill('a password of my own')
  await theirs.getByLabel('Ещё раз').fill('a password of my own')
  await theirs.getByRole('button', { name: 'Задать пароль' }).click()
  await theirs.getByRole('link', { name: 'Войти в систему' }).click()
  await fillSignIn(theirs, login, 'a password of my own')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Мои заявки' })).toBeVisible()

  await theirs.getByRole('button', { name: 'Меню' }).click()
  await theirs.getByRole('menuitem', { name: 'Безопасность' }).click()
  await expect(theirs.getByText('этот сеанс')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Завершить остальные' })).toBeDisabled()
  await theirs.getByLabel('Нынешний пароль').fill('a password of my own')
  await theirs.getByLabel('Новый пароль', { exact: true }).fill('qwertyuiop')
  await theirs.getByLabel('Новый пароль ещё раз').fill('qwertyuiop')
  await theirs.getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(theirs.getByText('Этот пароль подбирают одним из первых')).toBeVisible()
  await theirs.getByLabel('Новый пароль', { exact: true }).fill('another of my own')
  await theirs.getByLabel('Новый пароль ещё раз').fill('another of my own')
  await theirs.getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(theirs.getByText('Пароль сменён. Остальные сеансы завершены')).toBeVisible()

  await panel.getByRole('button', { name: 'Заблокировать' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click()
  await expect(panel.getByText('Заблокирован', { exact: true })).toBeVisible()
  await expect(theirs).toHaveURL(/\/login$/)
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'Задать пароль не получится' })).toBeVisible()
})

test('lists and steps: added, renamed, moved and hidden by keyboard; a step in use shows where it is used', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', '/admin/systems')
  const name = `Ясность ${Date.now()}`
  await page.getByLabel('Новая система').fill(name)
  await page.getByLabel('Новая система').press('Enter')
  const systems = page.getByRole('list', { name: 'Системы', exact: true })
  await expect(systems.getByRole('listitem').last()).toContainText(name)
  await page.getByRole('button', { name: `Переименовать: ${name}` }).press('Enter')
  await page.getByLabel(`Название: ${name}`).press('End')
  await page.getByLabel(`Название: ${name}`).pressSequentially(' бис')
  await page.getByLabel(`Название: ${name}`).press('Enter')
  await page.getByRole('button', { name: `Выше: ${name} бис` }).press('Enter')
  await expect(systems.getByRole('listitem').last()).not.toContainText(name)
  await page.getByRole('button', { name: `0 модулей: ${name} бис` }).press('Enter')
  await page.getByLabel('Новый модуль').fill('Единственный')
  await page.getByLabel('Новый модуль').press('Enter')
  await expect(page.getByRole('list', { name: `Модули: ${name} бис` })).toContainText('Единственный')
  await page.getByRole('button', { name: `Скрыть: ${name} бис` }).press('Enter')
  await expect(page.getByRole('button', { name: `Вернуть: ${name} бис` })).toBeVisible()
  await expectAccessible('main')

  await page.goto('/admin/steps')
  const hide = page.getByRole('button', { name: 'Скрыть: Закрыт', exact: true })
  await hide.focus()
  await expect(page.getByRole('tooltip')).toContainText(/^На этапе \d+ рели/)
  await hide.press('Enter')
  await expect(hide).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible('main')
  await page.goto('/admin/companies?open=1')
  await expect(
    page.getByRole('complementary', { name: 'Компания' }).getByRole('combobox', { name: 'Заместитель' }),
  ).toBeVisible()
  await expectAccessible(PANEL)
})

const STATUSES = 'Статусы заявок'

test('an item dropped where it may not stand stays, and the person is told why', async ({ page, signIn }) => {
  await signIn('admin', '/admin/steps')
  const list = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem')
  const line = (of: string, name: string) =>
    list(of).filter({ has: page.getByRole('button', { name: `Переименовать: ${name}`, exact: true }) })
  const grip = line(STATUSES, 'Закрыта').getByTitle(/^Перетащите/)
  await grip.hover()
  const before = await list(STATUSES).allTextContents()
  await grip.dragTo(line(STATUSES, 'Новая'))
  await expect(page.getByText(/^Первый статус получают новые заявки/)).toBeVisible()
  await grip.dragTo(line('Типы заявок', 'Ошибка'))
  await expect(page.getByText('Переставить можно только внутри своего списка')).toBeVisible()
  expect(await list(STATUSES).allTextContents()).toEqual(before)
})

test('a year of the calendar is filled and edited by keyboard; an administrator is created on the command line', async ({
  page,
  request,
  signIn,
  expectAccessible,
}, { workerIndex }) => {
  const login = `root.${Date.now()}`
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--login', login], {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  const password = /пароль (\S+)\./.exec(stdout)?.[1]
  const signedIn = await request.post('/api/auth/login', { data: { login, password } })
  const headers = { Authorization: `Bearer ${(await signedIn.json()).access_token}` }
  expect((await (await request.get('/api/auth/user', { headers })).json()).isAdmin).toBe(true)

  const year = 2040 + workerIndex
  await signIn('admin', `/admin/calendar?year=${year}`)
  await page.getByRole('button', { name: `Заполнить ${year} год праздниками` }).click()
  const may = page.getByRole('region', { name: 'май' })
  await expect(may.getByRole('button', { name: /^9 мая, .*День Победы$/ })).toBeVisible()
  const first = page.getByRole('region', { name: 'январь' }).getByRole('button').first()
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('2')
  const day = page.getByRole('button', { name: /^15 января, [^,]+, сокращённый день$/ })
  await expect(day).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Выходной').check()
  await dialog.getByLabel('Название').fill('День компании')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('button', { name: /^15 января, .*, выходной, День компании$/ })).toBeVisible()
  await expectAccessible('main')
  const { days } = await (await apiOf(request, 'admin')).get(`/admin/calendar/${year}`)
  expect(days[14]).toMatchObject({ minutes: 0, name: 'День компании' })
})
