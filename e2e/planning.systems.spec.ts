import { apiOf, expect, PANEL, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { freeRequests, makeRelease } from './releases-data.ts'

const bar = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) })
const whatIf = (page: Page) => page.getByRole('complementary', { name: 'Что если' })

test.describe('planning', () => {
  test('by keyboard: a release is moved, the effects are shown, the plan is saved and undone', async ({
    page,
    signIn,
    request,
    expectAccessible,
  }) => {
    const { id, title, api } = await makeRelease(request, { start_date: '2029-03-05', plan_date: '2029-03-16' })
    await signIn('manager', '/planning?count=all')
    await bar(page, title).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Alt+ArrowRight')
    await expect(whatIf(page)).toContainText('05.03 – 16.03.2029 → 12.03 – 24.03.2029')
    await expect(whatIf(page)).toContainText('24.03.2029 – нерабочий день')
    await expectAccessible(PANEL)
    await bar(page, title).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Перенести релиз' })
    await dialog.getByRole('button', { name: /Ближайшая свободная для всех: 27.03.2029/ }).press('Enter')
    await dialog.getByRole('button', { name: 'Показать, что изменится' }).press('Enter')
    await expect(whatIf(page)).toContainText('12.03 – 27.03.2029')
    const saveAll = whatIf(page).getByRole('button', { name: 'Сохранить все' })
    await expect(saveAll).toBeEnabled()
    await saveAll.press('Enter')
    await expect(whatIf(page)).toBeHidden()
    const dates = async () => {
      const { start_date, plan_date } = await api.get(`/releases/${id}`)
      return [start_date, plan_date]
    }
    expect(await dates()).toEqual(['2029-03-12', '2029-03-27'])
    await page.getByRole('button', { name: 'Отменить' }).press('Enter')
    await expect.poll(dates).toEqual(['2029-03-05', '2029-03-16'])
  })

  test('by mouse: a bar is dragged, a request is added, the variant is visible only to its author until shared', async ({
    page,
    signIn,
    request,
  }) => {
    const { id, title, api } = await makeRelease(request, { start_date: '2029-05-07', plan_date: '2029-05-18' })
    const [free] = await freeRequests(api, 1)
    await api.post('/backlog-requests-save-many', { requests: [free], inBacklog: true })
    await signIn('manager', '/planning?count=all&backlog=1&zoom=week')
    const moved = bar(page, title)
    await moved.scrollIntoViewIfNeeded()
    const box = (await moved.boundingBox())!
    await page.mouse.move(box.x + 40, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 40 + 22 * 7, box.y + 10, { steps: 4 })
    await page.mouse.up()
    await expect(whatIf(page)).toContainText('14.05 – 25.05.2029')
    await page.getByLabel('Поиск в бэклоге').fill(String(free))
    await page.getByRole('button', { name: `В релиз: заявка ${free}` }).click()
    await page.getByRole('menuitem', { name: title }).click()
    await expect(whatIf(page)).toContainText('+ 1 заявка')
    await whatIf(page).getByRole('button', { name: 'Сохранить вариант…' }).click()
    const name = `Перенос ${title}`
    // Releases of other tests may have the word in their names.
    await page.getByRole('textbox', { name: 'Название', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Сохранить вариант', exact: true }).click()
    await expect(page.getByRole('complementary', { name: 'Что если' })).toContainText(`Вариант «${name}»`)
    const others = await (await apiOf(request, 'admin')).get('/planning/variants')
    expect(others.variants.map((each: { name: string }) => each.name)).not.toContain(name)
    expect((await api.get(`/releases/${id}`)).plan_date).toBe('2029-05-18')
  })
})
