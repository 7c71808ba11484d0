import { auth, requests } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { address, goTo, open } from '../../testing/app.tsx'
import { manager, noSettings } from '../../testing/people.ts'
import { requestFilters, requestPage, requestRow } from '../../testing/requests.ts'
import { server } from '../../testing/server.ts'

const TOTAL = 120
/** The filters of the latest call for the list. */
const lastQuery = () => server.callsOf(requests.backlogSummary).at(-1)?.body
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const filter = async (name: string) => within(await screen.findByRole('search')).findByRole('button', { name })
const rowOf = async (id: number) => (await screen.findByText(`Заявка про отчёт ${id}`)).closest('tr')!

beforeEach(() => {
  const rows = [11, 12, 13].map((id) => requestRow(id))
  server.answer(requests.backlogSummary, ({ body: { page, per_page, search_string } }) => {
    if (search_string) return requestPage([])
    const isPast = (page - 1) * per_page >= TOTAL
    return requestPage(isPast ? [] : rows, { page, per_page }, TOTAL)
  })
  server.answer(requests.backlogFilters, requestFilters)
})

describe('the filters of the backlog', () => {
  it('accept several values, show their number on the chip, and report when nothing is found', async () => {
    const user = await open('/', manager)
    await user.click(await filter('Компания'))
    for (const { namecomp } of requestFilters.companies)
      await user.click(await screen.findByRole('option', { name: namecomp }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ client_ids: [7, 8] }))
    expect(address()).toContain('client_ids=7,8')
    await user.keyboard('{Escape}')
    expect((await screen.findByRole('search')).textContent).toContain('Компания2')
    await user.type(screen.getByRole('searchbox'), 'такого слова нет нигде')
    await screen.findByText('Ничего не найдено')
    await user.click(await button('Сбросить фильтры'))
    await rowOf(11)
    expect(address()).toBe('/')
  })

  it('make their lists only when they are opened, and take the focus back', async () => {
    const user = await open('/', manager)
    await rowOf(11)
    expect(screen.queryAllByRole('option')).toEqual([])
    const chip = await filter('Модуль')
    chip.focus()
    await user.keyboard('{ArrowDown}')
    await screen.findByRole('option', { name: 'Отчёты' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Найти: Модуль')))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(chip)
    expect(chip.getAttribute('aria-expanded')).toBe('false')
  })

  it('accept dates typed day first', async () => {
    const user = await open('/', manager)
    await user.click(await filter('Создана'))
    await user.type(await screen.findByLabelText('С'), '01.02.2026{Enter}')
    await waitFor(() => expect(lastQuery()).toMatchObject({ date_from: '2026-02-01' }))
    expect(address()).toContain('date_from=2026-02-01')
  })

  it('include predefined sets, and own ones that are stored', async () => {
    const user = await open('/', manager)
    await user.click(await screen.findByRole('radio', { name: 'Срочные' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ urgs: [3, 4] }))
    await goTo('/?urgs=4&isInBacklogValues=2')
    await user.click(await button('Сохранить набор фильтров'))
    await user.type(await screen.findByLabelText('Название набора'), 'Критичные в бэклоге{Enter}')
    const kept = () => server.callsOf(auth.saveSettings).map(({ body }) => body)
    const own = { name: 'Критичные в бэклоге', search: { urgs: '4', isInBacklogValues: '2' } }
    await waitFor(() => expect(kept()).toEqual([{ page: 'BacklogTableSets', pageSettings: [own] }]))
    await goTo('/')
    await user.click(await screen.findByRole('radio', { name: own.name }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ urgs: [4], isInBacklogValues: [2] }))
    await user.click(await button('Удалить свой набор'))
    await waitFor(() => expect(kept().at(-1)).toEqual({ page: 'BacklogTableSets', pageSettings: [] }))
    expect(screen.queryByRole('radio', { name: own.name })).toBeNull()
  })

  it('keep the own sets that another browser of the person has stored meanwhile', async () => {
    const kept = () => server.callsOf(auth.saveSettings).at(-1)?.body.pageSettings
    const user = await open('/?urgs=4', manager)
    await button('Сохранить набор фильтров')
    const other = { name: 'Из другого окна', search: { urgs: '1' } }
    const own = { name: 'Свой', search: { urgs: '4' } }
    server.answer(auth.getSettings, { ...noSettings, BacklogTableSets: [other] })
    await user.click(await button('Сохранить набор фильтров'))
    await user.type(await screen.findByLabelText('Название набора'), 'Свой{Enter}')
    await waitFor(() => expect(kept()).toEqual([other, own]))
    const later = { name: 'Позже', search: { urgs: '2' } }
    server.answer(auth.getSettings, { ...noSettings, BacklogTableSets: [other, own, later] })
    await user.click(await button('Удалить свой набор'))
    await waitFor(() => expect(kept()).toEqual([other, later]))
    await screen.findByRole('radio', { name: 'Позже' })
  })

  it('replace the own set of the same name, which can be undone', async () => {
    const kept = () => server.callsOf(auth.saveSettings).at(-1)?.body.pageSettings
    const [before, other] = [
      { name: 'Свой', search: { urgs: '1' } },
      { name: 'Чужой', search: { urgs: '2' } },
    ]
    server.answer(auth.getSettings, { ...noSettings, BacklogTableSets: [before, other] })
    const user = await open('/?urgs=4', manager)
    await user.click(await button('Сохранить набор фильтров'))
    await user.type(await screen.findByLabelText('Название набора'), 'Свой{Enter}')
    const own = { name: 'Свой', search: { urgs: '4' } }
    await waitFor(() => expect(kept()).toEqual([other, own]))
    server.answer(auth.getSettings, { ...noSettings, BacklogTableSets: [other, own] })
    await screen.findByText('Набор «Свой» заменён')
    await user.click(screen.getByRole('button', { name: 'Отменить' }))
    await waitFor(() => expect(kept()).toEqual([other, before]))
  })

  it('rename an own set where it is; one that had the name is replaced, which can be undone', async () => {
    const kept = () => server.callsOf(auth.saveSettings).at(-1)?.body.pageSettings
    const [first, second] = [
      { name: 'Первый', search: { urgs: '1' } },
      { name: 'Второй', search: { urgs: '2' } },
    ]
    server.answer(auth.getSettings, { ...noSettings, BacklogTableSets: [first, second] })
    const user = await open('/?urgs=1', manager)
    const rename = async (to: string) => {
      await user.click(await button('Переименовать свой набор'))
      const field = await screen.findByLabelText('Название набора')
      await user.clear(field)
      await user.type(field, `${to}{Enter}`)
    }
    await rename('Главный')
    const renamed = { ...first, name: 'Главный' }
    await waitFor(() => expect(kept()).toEqual([renamed, second]))
    await screen.findByRole('radio', { name: 'Главный' })
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Переименовать свой набор'))
    server.answer(auth.getSettings, { ...noSettings, BacklogTableSets: [renamed, second] })
    await rename('Второй')
    const replacing = { ...first, name: 'Второй' }
    await waitFor(() => expect(kept()).toEqual([replacing]))
    server.answer(auth.getSettings, { ...noSettings, BacklogTableSets: [replacing] })
    await screen.findByText('Набор «Второй» заменён')
    await user.click(screen.getByRole('button', { name: 'Отменить' }))
    await waitFor(() => expect(kept()).toEqual([renamed, second]))
  })

  it('are restored from the address with the search and the order', async () => {
    await open('/?search_string=отчёт&urgs=4&order_by=urgency&isDesc=true', manager)
    await screen.findByText('Ничего не найдено')
    expect(lastQuery()).toMatchObject({ search_string: 'отчёт', urgs: [4], order_by: 'urgency', isDesc: true })
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('отчёт')
    expect((await screen.findByRole('columnheader', { name: /^Срочность/ })).getAttribute('aria-sort')).toBe(
      'descending',
    )
  })

  it('ignore nonsense in the address, and lead back from beyond the last page', async () => {
    const user = await open('/?page=-1&per_page=7&order_by=password&urgs=x,9,99999999999&date_from=2026-02-31', manager)
    await rowOf(11)
    expect(lastQuery()).toMatchObject({ page: 1, per_page: 50 })
    for (const key of ['urgs', 'date_from']) expect(lastQuery()).not.toHaveProperty(key)
    await goTo('/?page=900')
    await user.click(await button('На последнюю страницу'))
    await rowOf(11)
    expect(address()).toContain('page=3')
  })
})

describe('the list of the backlog', () => {
  it('sorts by a heading: ascending, descending, default', async () => {
    const user = await open('/', manager)
    const heading = await screen.findByRole('columnheader', { name: /^Срочность/ })
    const press = () => user.click(within(heading).getByRole('button'))
    await press()
    expect(heading.getAttribute('aria-sort')).toBe('ascending')
    await press()
    expect(heading.getAttribute('aria-sort')).toBe('descending')
    await waitFor(() => expect(lastQuery()).toMatchObject({ order_by: 'urgency', isDesc: true }))
    expect(address()).toContain('order_by=urgency&isDesc=true')
    await press()
    expect(heading.getAttribute('aria-sort')).toBeNull()
  })

  it('changes pages and their size, and goes back', async () => {
    const user = await open('/', manager)
    await rowOf(11)
    await user.click(await button('Следующая страница'))
    await screen.findByText(/^51–53 из/)
    expect(address()).toContain('page=2')
    await user.click(screen.getByRole('button', { name: '200 на странице' }))
    await screen.findByText(/^1–3 из/)
    expect(lastQuery()).toMatchObject({ page: 1, per_page: 200 })
    history.back()
    await screen.findByText(/^51–53 из/)
  })

  it('opens a request by its address, and reports when there is none', async () => {
    server.refuse(requests.getRequest, 404, 'Заявка не найдена')
    await open('/?open=99999999', manager)
    await waitFor(() => expect(screen.getByRole('complementary').textContent).toContain('Заявка не найдена'))
    await rowOf(11)
    expect(server.callsOf(requests.getRequest)[0]?.params).toEqual({ id: 99999999 })
  })

  it.each([
    ['its button', (user: UserEvent) => user.keyboard('{Enter}')],
    ['Esc', (user: UserEvent) => user.keyboard('{Escape}')],
  ])('gives the focus to the list when a request of another page is closed by %s', async (_way, close) => {
    server.refuse(requests.getRequest, 404, 'Заявка не найдена')
    const user = await open('/?open=99999999', manager)
    const row = await rowOf(11)
    ;(await button('Закрыть')).focus()
    await close(user)
    await waitFor(() => expect(document.activeElement).toBe(row))
    expect(address()).toBe('/')
  })

  it('gives the focus to the row of a request that is closed by the way back', async () => {
    server.refuse(requests.getRequest, 404, 'Заявка не найдена')
    const user = await open('/', manager)
    const row = await rowOf(12)
    row.focus()
    await user.keyboard('{Enter}')
    ;(await button('Закрыть')).focus()
    history.back()
    await waitFor(() => expect(document.activeElement).toBe(row))
  })

  it('marks a row with Space and unmarks all with Esc', async () => {
    const user = await open('/', manager)
    const row = await rowOf(12)
    row.focus()
    await user.keyboard(' ')
    await screen.findByText('Выбрано 1')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Выбрано 1')).toBeNull())
  })
})

describe('hours in their cell', () => {
  const cellOf = async (id: number) => within(await rowOf(id)).getByRole('button', { name: /^Изменить: Часы/ })
  const type = async (user: UserEvent, id: number, typed: string) => {
    await user.click(await cellOf(id))
    await user.keyboard(`${typed}{Enter}`)
  }

  it('keeps an invalid value open with the reason and does not send it', async () => {
    const user = await open('/', manager)
    await type(user, 11, 'скоро')
    await screen.findByText('Часы: 7:30, 7,5 или 90м')
    expect(server.callsOf(requests.saveBacklog)).toEqual([])
    await user.keyboard('{Escape}')
    expect((await cellOf(11)).textContent).toBe('–')
  })

  it('undoes a refused change with the reason, and one that lost the connection too', async () => {
    const user = await open('/', manager)
    server.refuse(requests.saveBacklog, 409, 'Запись уже изменил другой человек')
    await type(user, 11, '99')
    await screen.findByText(/Запись уже изменил другой человек/)
    await waitFor(async () => expect((await cellOf(11)).textContent).toBe('–'))
    server.cut(requests.saveBacklog)
    await type(user, 11, '99')
    await screen.findByText(/прежнее значение возвращено/)
    await waitFor(async () => expect((await cellOf(11)).textContent).toBe('–'))
    expect(server.callsOf(requests.saveBacklog).map(({ body }) => body.planned_time)).toEqual([5940, 5940])
  })
})
