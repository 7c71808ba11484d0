import { newAgreement, newPair } from './agreements-data.ts'
import { apiOf, expect, test } from './fixtures.ts'
import { search } from './keyboard.ts'
import { expectToast } from './toasts.ts'

test('the list filters by status and words, keeps the filters in the address, and opens a row by keyboard', async ({
  page,
  signIn,
  request,
}) => {
  const { title, ...pair } = await newPair(request)
  await newAgreement(request, { title, ...pair })
  await signIn('manager', '/agreements?statuses=0')
  await search(page, title)
  await expect(page.getByRole('row', { name: new RegExp(title) })).toHaveCount(1)
  await expect(page).toHaveURL(/statuses=0/)
  await page.getByRole('row', { name: new RegExp(title) }).click()
  await expect(page).toHaveURL(/\/agreements\/\d+$/)
})

test('the matrix shows who is waited for and links to agreements; list and matrix share one address', async ({
  page,
  signIn,
  request,
}) => {
  const pair = await newPair(request)
  await signIn('manager', `/agreements?search_string=${encodeURIComponent(pair.title)}`)
  await expect(page.getByText('Ничего не найдено')).toBeVisible()
  await page.getByText('Матрица', { exact: true }).click()
  await expect(page).toHaveURL(/view=matrix/)
  const matrix = page.getByRole('table', { name: 'Релизы и компании' })
  const cell = matrix.getByRole('link', { name: /: Требуется/ })
  await expect(matrix.getByRole('rowheader')).toContainText('0 из 1 · план 29.03.2030')
  await cell.press('Enter')
  await expect(page).toHaveURL(
    new RegExp(`/agreements/0\\?release_id=${pair.release_id}&company_id=${pair.company_id}`),
  )
  const id = await newAgreement(request, pair, { releaseDate: '2030-03-29', remark: 'Лучше утром' })
  await (await apiOf(request, 'manager')).post(`/agreements/update/${id}`, { updateTarget: 5 })
  await page.goBack()
  await expect(page.getByText('1 ждёт ответа · 1 с замечаниями, которые держат')).toBeVisible()
  await expect(
    matrix.getByRole('link', { name: /Отправлено клиенту, 29\.03\.2030.*замечание держит публикацию: Лучше утром/ }),
  ).toBeVisible()
  await (await apiOf(request, 'client1')).post(`/agreements/update/${id}`, { updateTarget: 5 })
  await matrix.getByRole('link', { name: /: Согласовано, 29\.03\.2030/ }).click()
  await expect(page).toHaveURL(new RegExp(`/agreements/${id}$`))
})

test('several are sent and reminded at once, and a refused one shows the reason', async ({ page, signIn, request }) => {
  const sent = await newPair(request)
  const options = { releaseDate: '2030-03-29', recipientsExtra: ['it@north.example'] }
  const id = await newAgreement(request, sent, options)
  const dateless = await newPair(request)
  const refused = await newAgreement(request, dateless)
  await signIn('manager', `/agreements?release_ids=${sent.release_id},${dateless.release_id}`)
  const all = page.getByRole('checkbox', { name: /Отметить все/ })
  const actions = page.getByRole('toolbar', { name: 'Действия с отмеченными' })
  const dialog = page.getByRole('dialog', { name: 'Ошибка' })
  await expect(page.getByRole('row', { name: /Проба согласований/ })).toHaveCount(2)
  await page.getByRole('switch', { name: 'По релизам' }).check()
  await expect(page.getByRole('rowheader', { name: sent.title })).toBeVisible()
  await all.check()
  await actions.getByRole('button', { name: 'Отправить клиенту' }).click()
  await expectToast(page, 'Отправлено: 1 согласование')
  await expect(dialog).toContainText(`Согласование ${refused}: Сначала укажите дату установки`)
  await dialog.getByRole('button', { name: 'Понятно' }).click()
  await expect(actions).toBeHidden()
  await all.check()
  await actions.getByRole('button', { name: 'Напомнить' }).click()
  await expectToast(page, 'Напоминаний отправлено: 1')
  await expect(dialog).toContainText(`Согласование ${refused}: Напоминать не о чем`)
  await page.goto(`/agreements/${id}`)
  await expect(page.getByText(/^Напоминание: согласуйте дату установки 29\.03\.2030/)).toBeVisible()
})

test('a release asks its companies from its own page', async ({ page, signIn, request }) => {
  const pair = await newPair(request)
  // Nobody could be reminded without an address.
  await newAgreement(request, pair, { releaseDate: '2030-03-29', recipientsExtra: ['it@north.example'] })
  await signIn('manager', `/releases/${pair.release_id}`)
  const asking = page.getByRole('group', { name: 'Спросить компании' })
  await asking.getByRole('button', { name: 'Отправить 1' }).click()
  await expectToast(page, 'Отправлено: 1 согласование')
  await expect(asking.getByRole('button', { name: 'Отправить 1' })).toHaveCount(0)
  await expect(asking.getByRole('button', { name: 'Напомнить 1' })).toBeEnabled()
})
