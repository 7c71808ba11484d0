import { finding, live, requests, threads } from '@vypusk/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { admin, manager } from '../../testing/people.ts'
import { requestDetail, requestFilters, requestPage, requestRow } from '../../testing/requests.ts'
import { server } from '../../testing/server.ts'

/** Tests editing the backlog in place: cell by cell, and many rows at once. */

const before = { title: null, planned_time: 60, priority: 2, inBacklog: false }
const rowOf = async (id: number) => (await screen.findByText(`Заявка про отчёт ${id}`)).closest('tr')!
const cell = async (id: number, name: string) =>
  within(await rowOf(id)).getByRole('button', { name: new RegExp(`^Изменить: ${name}`) })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

let rows: requests.RequestRow[] = []

/** Saves as the server does: with a new version, kept for the next time the list is fetched. */
function save(id: number, wish: Partial<requests.Backlog>): requests.Backlog {
  const row = rows.find((each) => each.id === id)!
  row.version += 1
  row.backlog_request = { ...row.backlog_request!, ...wish, version: row.version }
  return row.backlog_request
}

beforeEach(() => {
  rows = [11, 12, 13, 14].map((id) =>
    requestRow(id, { backlog_request: { ...before, request_id: id, version: 1 }, version: 1 }),
  )
  server.answer(requests.backlogSummary, () => requestPage(rows))
  server.answer(requests.backlogFilters, requestFilters)
  server.answer(requests.saveBacklog, ({ body: { request_id, version: _version, ...wish } }) => ({
    message: 'Заявка успешно обновлена',
    backlogRequest: save(request_id, wish),
  }))
})

const saved = () => server.callsOf(requests.saveBacklog).map(({ body }) => body)
const fill = async (user: UserEvent, id: number, typed: string) => {
  await user.click(await cell(id, 'Часы'))
  await user.keyboard(typed)
}

describe('a cell', () => {
  it('accepts hours as people write them; Esc cancels, «Отменить» undoes', async () => {
    const user = await open('/', manager)
    await fill(user, 11, '7,5{Escape}')
    expect((await cell(11, 'Часы')).textContent).toBe('01:00')
    await fill(user, 11, '11,5{Enter}')
    await user.click(await button('Отменить'))
    await waitFor(() => expect(saved().map(({ planned_time }) => planned_time)).toEqual([690, 60]))
    await waitFor(async () => expect((await cell(11, 'Часы')).textContent).toBe('01:00'))
  })

  it('goes to the next cell with Tab and saves both', async () => {
    const user = await open('/', manager)
    await user.click(await cell(12, 'Приор'))
    await user.keyboard('{Control>}a{/Control}5{Tab}3:15{Enter}')
    await waitFor(() => expect(saved()).toMatchObject([{ priority: 5 }, { planned_time: 195 }]))
    await waitFor(async () => expect((await cell(12, 'Часы')).textContent).toBe('03:15'))
  })
})

describe('the cell that is being edited', () => {
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Часы, запись 11' })
  const shownIds = () =>
    [...document.querySelectorAll('tbody tr[data-index]')].map((row) => /запись (\d+)/.exec(row.innerHTML)?.[1])

  it('keeps its text while the save of the cell before moves its row, which moves when the edit is over', async () => {
    server.answer(requests.backlogSummary, () =>
      requestPage(rows.toSorted((a, b) => (a.backlog_request?.priority ?? 0) - (b.backlog_request?.priority ?? 0))),
    )
    const user = await open('/', manager)
    await user.click(await cell(11, 'Приор'))
    await user.keyboard('{Control>}a{/Control}5{Tab}1')
    await button('Обновить: список изменился')
    await user.keyboard('2')
    expect(field().value).toBe('12')
    expect(document.activeElement).toBe(field())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(shownIds()).toEqual(['12', '13', '14', '11']))
  })

  it('keeps its text when its row is scrolled out of sight', async () => {
    rows = Array.from({ length: 200 }, (_, index) =>
      requestRow(11 + index, { backlog_request: { ...before, request_id: 11 + index, version: 1 }, version: 1 }),
    )
    const user = await open('/', manager)
    await fill(user, 11, '7')
    const list = document.querySelector('[data-place=BacklogTable]')!
    list.scrollTop = 4000
    act(() => void list.dispatchEvent(new Event('scroll')))
    await screen.findByText('Заявка про отчёт 150')
    expect(screen.queryByText('Заявка про отчёт 60')).toBeNull()
    expect(field().value).toBe('7')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(saved()).toMatchObject([{ request_id: 11, planned_time: 420 }]))
  })
})

describe('two people in one cell', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Пока вы меняли заявку, другой человек сохранил своё' })

  it('the other value arrives while the cell is open: both are shown, and the saved one can be kept', async () => {
    const send = server.stream(live.events)
    const user = await open('/', manager)
    await fill(user, 13, '7:00')
    save(13, { planned_time: 120 })
    const looks = server.callsOf(requests.backlogSummary).length
    send({ entity: 'request', id: 13, version: 2, by: admin.id })
    await waitFor(() => expect(server.callsOf(requests.backlogSummary).length).toBeGreaterThan(looks))
    await user.keyboard('{Enter}')
    const { textContent } = await dialog()
    expect(textContent).toContain('У вас07:00')
    expect(textContent).toContain('Сейчас сохранено02:00')
    await user.click(await button('Оставить сохранённое'))
    await waitFor(async () => expect((await cell(13, 'Часы')).textContent).toBe('02:00'))
    expect(saved()).toEqual([])
  })

  it('nothing has arrived and the server refuses: both are shown, and the own one can be saved', async () => {
    const user = await open('/', manager)
    await fill(user, 13, '8:00')
    const current = save(13, { planned_time: 180 })
    server.refuseOnce(requests.saveBacklog, 409, 'Запись уже изменил другой человек', { current })
    await user.keyboard('{Enter}')
    expect((await dialog()).textContent).toContain('Сейчас сохранено03:00')
    await user.click(await button('Записать моё'))
    await waitFor(() => expect(saved().at(-1)).toMatchObject({ planned_time: 480, version: 2 }))
    await waitFor(async () => expect((await cell(13, 'Часы')).textContent).toBe('08:00'))
  })

  it('does not ask when another field of the same record has changed', async () => {
    const user = await open('/', manager)
    await fill(user, 13, '9:00')
    const current = save(13, { title: 'Название другого' })
    server.refuseOnce(requests.saveBacklog, 409, 'Запись уже изменил другой человек', { current })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(saved()).toHaveLength(2))
    expect(saved().at(-1)).toMatchObject({ planned_time: 540, version: 2 })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('marked rows', () => {
  const mark = async (user: UserEvent, id: number) =>
    user.click(within(await rowOf(id)).getByRole('checkbox', { name: /^Отметить запись/ }))

  beforeEach(() => {
    server.answer(requests.saveManyBacklog, ({ body: { requests: ids, versions: _versions, ...wish } }) => {
      const had = ids.map((id) => ({ ...before, request_id: id }))
      const versions = ids.map((id) => ({ request_id: id, version: save(id, wish).version }))
      return { message: 'Сохранено', saved: ids, refused: [], before: had, versions }
    })
  })
  const savedTogether = () => server.callsOf(requests.saveManyBacklog).map(({ body }) => body)

  it('are selected as a range with Shift and added to the backlog', async () => {
    const user = await open('/', manager)
    await mark(user, 11)
    await user.keyboard('{Shift>}')
    await mark(user, 13)
    await user.keyboard('{/Shift}')
    await screen.findByText('Выбрано 3')
    await user.click(await button('Внести в бэклог'))
    await waitFor(() => expect(savedTogether()).toEqual([{ requests: [11, 12, 13], inBacklog: true }]))
    const inBacklog = async (id: number) =>
      within(await rowOf(id)).getByRole<HTMLInputElement>('checkbox', { name: /^Внесена в бэклог/ }).checked
    await waitFor(async () => expect(await inBacklog(12)).toBe(true))
    expect(await inBacklog(14)).toBe(false)
    expect(screen.queryByText('Выбрано 3')).toBeNull()
  })

  it('are added to the backlog, prioritized and given hours by a key, or by name in Ctrl+K', async () => {
    const user = await open('/', manager)
    await mark(user, 11)
    await mark(user, 13)
    await user.keyboard('[KeyB]')
    await waitFor(() => expect(savedTogether()).toEqual([{ requests: [11, 13], inBacklog: true }]))
    server.answer(finding.recent, { found: [] })
    await mark(user, 12)
    await user.keyboard('[ControlLeft>][KeyK][/ControlLeft]')
    const acts = within(await screen.findByRole('group', { name: 'Заявка 12' }))
    await user.click(acts.getByRole('option', { name: /^Приоритет 5/ }))
    await waitFor(() => expect(savedTogether().at(-1)).toEqual({ requests: [12], priority: 5 }))
    await mark(user, 14)
    await user.keyboard('[KeyH]')
    await user.type(await screen.findByRole('textbox', { name: 'Часы' }), '2:30{Enter}')
    await waitFor(() => expect(savedTogether().at(-1)).toEqual({ requests: [14], planned_time: 150 }))
  })

  it('are not affected by keys that lead elsewhere, nor by keys without a row', async () => {
    const user = await open('/', manager)
    await rowOf(11)
    await user.keyboard('[Digit5]')
    await mark(user, 11)
    await user.keyboard('[KeyG][KeyB]')
    await user.keyboard('[Digit3]')
    await waitFor(() => expect(savedTogether()).toEqual([{ requests: [11], priority: 3 }]))
  })

  it('get the same hours, which can be undone', async () => {
    const user = await open('/', manager)
    await mark(user, 11)
    await mark(user, 12)
    await user.click(await within(await screen.findByRole('toolbar')).findByRole('button', { name: 'Часы' }))
    const hours = await screen.findByLabelText('Часы каждой заявки')
    await user.type(hours, 'скоро{Enter}')
    await screen.findByText('Часы: 7:30, 7,5 или 90м')
    await user.clear(hours)
    await user.type(hours, '12,5{Enter}')
    await screen.findByText('Сохранено: 2 заявки')
    await user.click(await button('Отменить'))
    await waitFor(() => expect(savedTogether().map(({ planned_time }) => planned_time)).toEqual([750, 60]))
    await waitFor(async () => expect((await cell(12, 'Часы')).textContent).toBe('01:00'))
  })
})

it('what a colleague has changed since a bulk change is not undone, and the page says so', async () => {
  const had = [11, 12].map((id) => ({ ...before, request_id: id }))
  const versions = [
    { request_id: 11, version: 2 },
    { request_id: 12, version: 7 },
  ]
  server.answer(requests.saveManyBacklog, ({ body }) =>
    body.versions
      ? {
          message: '',
          saved: [11],
          refused: [{ id: 12, reason: 'Запись уже изменил другой человек' }],
          before: [],
          versions: [],
        }
      : { message: '', saved: [11, 12], refused: [], before: had, versions },
  )
  const user = await open('/', manager)
  for (const id of [11, 12]) {
    await user.click(within(await rowOf(id)).getByRole('checkbox', { name: /^Отметить запись/ }))
  }
  await user.keyboard('[Digit5]')
  await user.click(await button('Отменить'))
  await screen.findByText('Не отменено: 12: Запись уже изменил другой человек')
  expect(server.callsOf(requests.saveManyBacklog).at(-1)?.body).toMatchObject({ requests: [11, 12], versions })
})

describe('the open request', () => {
  beforeEach(() => {
    server.keepSilentOtherwise()
    server.answer(threads.of, { threads: [] })
    server.answer(requests.getRequest, ({ params: { id } }) =>
      requestDetail(
        id,
        rows.find((row) => row.id === id),
      ),
    )
  })
  const fact = async (name: string) =>
    within(await screen.findByRole('complementary')).findByRole('button', { name: new RegExp(`^Изменить: ${name}`) })

  it('is edited in place, one value after another, even when no list shows it', async () => {
    rows.push(requestRow(99, { backlog_request: { ...before, request_id: 99, version: 1 }, version: 1 }))
    server.answer(requests.backlogSummary, requestPage(rows.slice(0, 4)))
    const user = await open('/?open=99', manager)
    await user.click(await fact('Приоритет'))
    await user.keyboard('4{Tab}5:30{Enter}')
    await waitFor(() =>
      expect(saved()).toMatchObject([
        { request_id: 99, priority: 4, version: 1 },
        { request_id: 99, planned_time: 330, version: 2 },
      ]),
    )
    const hours = await fact('Часы 05:30')
    await waitFor(() => expect(document.activeElement).toBe(hours))
  })

  it('is what single keys act on', async () => {
    server.answer(requests.saveManyBacklog, {
      message: 'Сохранено',
      saved: [12],
      refused: [],
      before: [],
      versions: [],
    })
    const user = await open('/?open=12', manager)
    await fact('Приоритет')
    await user.keyboard('[KeyB]')
    await waitFor(() =>
      expect(server.callsOf(requests.saveManyBacklog).map(({ body }) => body)).toEqual([
        { requests: [12], inBacklog: true },
      ]),
    )
  })
})
