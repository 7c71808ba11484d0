import { auth, requests } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager, noSettings } from '../../testing/people.ts'
import { requestFilters, requestPage, requestRow } from '../../testing/requests.ts'
import { server } from '../../testing/server.ts'

const rowOf = (id: number) => screen.findByText(`Заявка про отчёт ${id}`)
const button = (name: string | RegExp) => screen.findByRole('button', { name })

beforeEach(() => {
  server.answer(requests.backlogSummary, () => requestPage([requestRow(11)]))
  server.answer(requests.backlogFilters, requestFilters)
})

describe('the columns', () => {
  const kept = () => server.callsOf(auth.saveSettings).at(-1)?.body.pageSettings

  it('are chosen, moved, pinned and resized, and stored on the server', async () => {
    const user = await open('/', manager)
    await rowOf(11)
    await user.click(await button('Столбцы'))
    await user.click(await screen.findByRole('checkbox', { name: 'Модуль' }))
    await user.click(await button('Закрепить слева: Заявка'))
    await user.click(await button('Выше: Статус'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('columnheader', { name: /^Модуль/ })).toBeNull()
    const edge = screen.getByRole('separator', { name: 'Ширина столбца «Компания»' })
    const width = Number(edge.getAttribute('aria-valuenow')) + 16
    edge.focus()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(edge.getAttribute('aria-valuenow')).toBe(String(width)))
    await waitFor(() =>
      expect(kept()).toMatchObject({ hidden: expect.arrayContaining(['module']), widths: { company: width } }),
    )
  })

  it('have one name each, also where a narrow one shows it shortened', async () => {
    await open('/', manager)
    const { backlog_priority, inBacklog } = requests.fieldTitles
    await rowOf(11)
    const headings = (name: string) => screen.getAllByRole('button', { name }).map(({ textContent }) => textContent)
    expect(headings(backlog_priority)).toContainEqual(expect.stringMatching(/^Приор\./))
    expect(headings(inBacklog)).toContainEqual(expect.stringMatching(/^Бэкл\./))
    screen.getByRole('button', { name: new RegExp(`^Изменить: ${backlog_priority} .*запись 11`) })
  })

  it('are shown as stored, and can be reset', async () => {
    const order = ['status', 'id', 'e_title', 'company', 'module']
    const pageSettings = { order, hidden: ['module'], pinned: ['e_title'], widths: { company: 300 }, density: 'normal' }
    server.answer(auth.getSettings, { ...noSettings, BacklogTable: pageSettings })
    const user = await open('/', manager)
    await rowOf(11)
    expect(screen.queryByRole('columnheader', { name: /^Модуль/ })).toBeNull()
    const edge = () => screen.getByRole('separator', { name: 'Ширина столбца «Компания»' })
    expect(edge().getAttribute('aria-valuenow')).toBe('300')
    await user.click(await button('Столбцы'))
    await button(/^Открепить: /)
    await user.click(await button('Сбросить'))
    await screen.findByRole('columnheader', { name: /^Модуль/ })
    expect(edge().getAttribute('aria-valuenow')).not.toBe('300')
  })
})
