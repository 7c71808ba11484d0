import type { Page } from './fixtures.ts'
import { expect, test } from './fixtures.ts'
import { chooseRelease, demoOnly, rows, tokenOf } from './lists.ts'
import { makeRelease } from './releases-data.ts'

/** Cells, columns and what else is done with marked rows stand in backlog-editing.test.tsx. */
test.describe('marked rows', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('manager', `/?release_ids=0&${demoOnly}`)
    await expect(rows(page).first()).toBeVisible()
  })

  const mark = (page: Page, row: number) =>
    rows(page)
      .nth(row)
      .getByRole('checkbox', { name: /^Отметить запись/ })

  test('into a release, and those already in one are named', async ({ page, request }) => {
    await mark(page, 0).click()
    await mark(page, 1).click()
    const first = Number(((await rows(page).nth(0).getByRole('gridcell').nth(1).textContent()) ?? '').trim())
    const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
    const [wanted, quicker] = [await makeRelease(request), await makeRelease(request)]
    await page.getByRole('button', { name: 'Добавить в релиз' }).click()
    const dialog = page.getByRole('dialog', { name: /^Добавить в релиз/ })
    const words = dialog.getByLabel('Релиз', { exact: true })
    await chooseRelease(dialog, quicker.title)
    // Whoever looks on no longer means what is out of sight: nothing can be sent, by Enter neither.
    await words.fill(wanted.title)
    await expect(dialog.getByRole('button', { name: 'Добавить', exact: true })).toBeDisabled()
    await words.press('Enter')
    await chooseRelease(dialog, wanted.title)
    // Somebody is quicker with the first of the two.
    const taken = await request.post(`/api/releases/${quicker.id}/requests`, {
      headers,
      data: { requests: [first] },
    })
    expect(taken.status()).toBe(200)
    await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('Заявка уже добавлена в релиз')
    await expect(dialog.getByRole('alert')).toContainText(String(first))
    // The button was disabled meanwhile; it has the keyboard again.
    await expect(dialog.getByRole('button', { name: 'Добавить остальные: 1' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    // The toast stays a second; behind the bell it can be read again.
    await page.getByRole('button', { name: /^Уведомления/ }).click()
    await page.getByRole('tab', { name: 'Сообщения' }).click()
    // What comes along hangs on whose request stands there by now: the release may have that company already.
    const told = page.getByRole('dialog', { name: 'Уведомления' })
    await expect(told).toContainText(/1 заявка(, 1 компания)?(, 1 модуль)? в релизе/)
    await expect(told).toContainText(`в релизе «${wanted.title}»`)
  })
})
