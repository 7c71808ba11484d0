import type { Page } from './fixtures.ts'
import { expect, test } from './fixtures.ts'
import { chooseRelease, demoOnly, rows, tokenOf } from './lists.ts'
import { makeRelease } from './releases-data.ts'

/** Cells, columns and the other actions on selected rows are tested in backlog-editing.test.tsx. */
test.describe('selected rows', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('manager', `/?release_ids=0&${demoOnly}`)
    await expect(rows(page).first()).toBeVisible()
  })

  const mark = (page: Page, row: number) =>
    rows(page)
      .nth(row)
      .getByRole('checkbox', { name: /^Отметить запись/ })

  test('are added to a release, and those already in one are named', async ({ page, request }) => {
    await mark(page, 0).click()
    await mark(page, 1).click()
    const first = Number(((await rows(page).nth(0).getByRole('gridcell').nth(1).textContent()) ?? '').trim())
    const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
    const [wanted, quicker] = [await makeRelease(request), await makeRelease(request)]
    await page.getByRole('button', { name: 'Добавить в релиз' }).click()
    const dialog = page.getByRole('dialog', { name: /^Добавить в релиз/ })
    const words = dialog.getByLabel('Релиз', { exact: true })
    await chooseRelease(dialog, quicker.title)
    // After a new search the release chosen before is no longer visible: nothing can be submitted, not even with Enter.
    await words.fill(wanted.title)
    await expect(dialog.getByRole('button', { name: 'Добавить', exact: true })).toBeDisabled()
    await words.press('Enter')
    await chooseRelease(dialog, wanted.title)
    // Somebody else adds the first of the two before.
    const taken = await request.post(`/api/releases/${quicker.id}/requests`, {
      headers,
      data: { requests: [first] },
    })
    expect(taken.status()).toBe(200)
    await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('Заявка уже добавлена в релиз')
    await expect(dialog.getByRole('alert')).toContainText(String(first))
    // The button was disabled meanwhile; it has focus again.
    await expect(dialog.getByRole('button', { name: 'Добавить остальные: 1' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    // The toast disappears after a second; it can be read again behind the bell.
    await page.getByRole('button', { name: /^Уведомления/ }).click()
    await page.getByRole('tab', { name: 'Сообщения' }).click()
    // Whether a company is added depends on whose request is in that row now: the release may have the company already.
    const messages = page.getByRole('dialog', { name: 'Уведомления' })
    await expect(messages).toContainText(/1 заявка(, 1 компания)?(, 1 модуль)? в релизе/)
    await expect(messages).toContainText(`в релизе «${wanted.title}»`)
  })
})
