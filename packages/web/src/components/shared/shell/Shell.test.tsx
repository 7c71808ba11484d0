import { auth, health, live, requests } from '@vypusk/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { router } from '../../../routes.tsx'
import { address, goTo, open } from '../../../testing/app.tsx'
import { admin, client, manager } from '../../../testing/people.ts'
import { requestFilters, requestPage, requestRow } from '../../../testing/requests.ts'
import { server } from '../../../testing/server.ts'
import { ownClock } from '../dates/own-clock.ts'

const answerBacklog = (rows: requests.RequestRow[] = []) => {
  server.answer(requests.backlogSummary, requestPage(rows))
  server.answer(requests.backlogFilters, requestFilters)
}
const answerTickets = () => {
  server.answer(requests.tickets, requestPage([]))
  server.answer(requests.ticketFilters, requestFilters)
}

describe('the shell', () => {
  it('shows the person, the version and the live state', async () => {
    answerBacklog()
    await open('/', admin)
    const rail = await screen.findByRole('navigation', { name: 'Разделы' })
    expect(rail.textContent).toContain(`администратор · ${auth.APP_VERSION} · ${ownClock().name}`)
    expect((await screen.findByRole('link', { name: 'Бэклог' })).getAttribute('aria-current')).toBe('page')
    await screen.findByRole('link', { name: 'Администрирование' })
    // The bar of a phone, which has one too, is not drawn here.
    expect(screen.getAllByRole('button', { name: /^Уведомления/ })).toHaveLength(1)
  })

  it('folds the rail in the window of a tablet, until somebody unfolds it', async () => {
    const { happyDOM } = globalThis as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
    happyDOM.setViewport({ width: 1024 })
    try {
      answerBacklog()
      const user = await open('/', manager)
      await user.click(await screen.findByRole('button', { name: 'Развернуть меню' }))
      await screen.findByRole('button', { name: 'Свернуть меню' })
      expect(localStorage.getItem('vypusk.rail.narrow')).toBe('false')
    } finally {
      happyDOM.setViewport({ width: 1440 })
    }
  })

  it('shows which build is running', async () => {
    answerBacklog()
    const commit = '0123456789abcdef0123456789abcdef01234567'
    const built = { version: auth.APP_VERSION, commit, committed_at: '2026-11-22T09:30:00.000Z' }
    server.answer(health.about, { status: 'ok', ...built })
    const user = await open('/', manager)
    await user.click(await screen.findByRole('button', { name: auth.APP_VERSION }))
    const dialog = await screen.findByRole('dialog', { name: 'О системе' })
    await within(dialog).findByText(commit)
    await within(dialog).findByText('22.11.2026 09:30')
  })

  it('offers only what the person may use', async () => {
    answerTickets()
    await open('/clientRequests', client)
    await screen.findByRole('link', { name: 'Мои заявки' })
    for (const name of ['Бэклог', 'Календарь', 'Планирование', 'Администрирование', 'Импорт'])
      expect(screen.queryByRole('link', { name })).toBeNull()
  })

  it('does not offer the administration to staff who are not administrators', async () => {
    answerBacklog()
    await open('/', manager)
    await screen.findByRole('link', { name: 'Бэклог' })
    for (const name of ['Администрирование', 'Импорт']) expect(screen.queryByRole('link', { name })).toBeNull()
  })

  it('goes to places with g and a letter, in the Russian layout too', async () => {
    answerTickets()
    answerBacklog()
    const user = await open('/clientRequests', admin)
    await screen.findByRole('heading', { name: 'Мои заявки' })
    await user.keyboard('[KeyG][KeyB]')
    await waitFor(() => expect(address()).toBe('/'))
  })
})

describe('the focus', () => {
  it('goes on at the content after a change of screen', async () => {
    answerBacklog()
    answerTickets()
    await open('/clientRequests', admin)
    const search = await screen.findByRole('searchbox')
    act(() => search.focus())
    await goTo('/')
    await screen.findByRole('heading', { name: 'Бэклог' })
    await waitFor(() => expect(document.activeElement?.id).toBe('content'))
  })

  it('is left to what still has it', async () => {
    answerBacklog()
    answerTickets()
    const user = await open('/', admin)
    const link = await screen.findByRole('link', { name: 'Реестр' })
    act(() => link.focus())
    await goTo('/clientRequests')
    await screen.findByRole('heading', { name: 'Мои заявки' })
    await act(() => new Promise(requestAnimationFrame))
    expect(document.activeElement).toBe(link)
    // Whoever has left everything by hand is not brought anywhere.
    act(() => link.blur())
    await user.keyboard('[KeyG][KeyB]')
    await screen.findByRole('heading', { name: 'Бэклог' })
    await act(() => new Promise(requestAnimationFrame))
    expect(document.activeElement).toBe(document.body)
  })
})

describe('live updates', () => {
  it('show that the connection is live, and refetch what another person has changed', async () => {
    answerBacklog([requestRow(5)])
    const send = server.stream(live.events)
    await open('/', manager)
    await screen.findByText('Заявка про отчёт 5')
    await screen.findAllByRole('status', { name: 'Изменения других людей видны сразу' })
    answerBacklog([requestRow(5, { e_title: 'Переименована коллегой' })])
    send({ entity: 'request', id: 5, version: 2, by: admin.id })
    await screen.findByText('Переименована коллегой')
    // What has changed since the screen's first calls is reported as well.
    expect(server.callsOf(live.events)[0]?.query.missed_ms).toBeLessThanOrEqual(60_000)
  })

  it('bring the person’s own rights and settings, too, after the connection was lost', async () => {
    answerBacklog([requestRow(5)])
    server.stream(live.events)
    await open('/', manager)
    await screen.findByText('Заявка про отчёт 5')
    await screen.findAllByRole('status', { name: 'Изменения других людей видны сразу' })
    const calls = () => [auth.getUser, auth.getSettings].map((endpoint) => server.callsOf(endpoint).length)
    const before = calls()
    act(() => void dispatchEvent(new Event('offline')))
    await waitFor(() => expect(screen.queryAllByRole('status', { name: /видны сразу/ })).toEqual([]))
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(calls()).toEqual(before.map((count) => count + 1)))
  })
})

describe('a server that cannot answer now', () => {
  const TRYING = /^Связь с сервером восстанавливается/
  const away = 'База данных временно недоступна. Подождите минуту и повторите'

  it('is retried automatically: a bar says so and disappears when it answers', async () => {
    server.stream(live.events)
    server.answer(requests.backlogFilters, requestFilters)
    server.refuse(requests.backlogSummary, 503, away)
    await open('/', manager)
    await screen.findByText(TRYING)
    answerBacklog([requestRow(5)])
    await screen.findByText('Заявка про отчёт 5')
    await waitFor(() => expect(screen.queryByText(TRYING)).toBeNull())
    expect(screen.queryByText(away)).toBeNull()
  })

  it('is reported even before there is a screen', async () => {
    answerBacklog()
    await open(paths.error404, manager)
    server.refuse(auth.getUser, 503, away)
    router.history.push('/')
    await screen.findByText(TRYING)
    expect(screen.queryByRole('navigation', { name: 'Разделы' })).toBeNull()
    server.answer(auth.getUser, manager)
    await screen.findByRole('navigation', { name: 'Разделы' })
    await waitFor(() => expect(screen.queryByText(TRYING)).toBeNull())
  })
})
