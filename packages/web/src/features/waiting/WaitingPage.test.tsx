import { agreements, live, receipts, requests, threads, waiting } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { agreementQuery } from '../../api/agreements.ts'
import { queryClient } from '../../api/query-client.ts'
import { agreementDetail, scope, thread } from '../../testing/agreements.ts'
import { address, open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'
import { matter, waits } from '../../testing/waiting.ts'

const rows = async () => within(await screen.findByRole('list', { name: 'Ждёт меня' })).findAllByRole('listitem')

describe('what waits for me', () => {
  it('shows its number in the rail and in the title of the window', async () => {
    waits([matter(), matter({ id: 6 })])
    await open('/waiting', client)
    await screen.findByRole('link', { name: 'Ждёт меня: 2' })
    await waitFor(() => expect(document.title).toBe('(2) Ждёт меня · Выпуск'))
    expect(await rows()).toHaveLength(2)
  })

  it('is settled by one press, after which the next one has the focus', async () => {
    const fetched = { kind: 'fetch', publication_id: 4, release_id: 7 } as const
    const next = matter({ ...fetched, id: 6, title: 'Лето' })
    waits([matter({ ...fetched, title: 'Весна' }), next])
    server.answer(receipts.confirm, () => {
      waits([next])
      return { message: 'Success', receipts: [] }
    })
    const user = await open('/waiting', client)
    const press = await screen.findByRole('button', { name: 'Установили: Весна' })
    press.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('Весна')).toBeNull())
    expect(server.callsOf(receipts.confirm)[0]).toMatchObject({
      params: { id: 4 },
      body: { kind: 'installed', release_id: 7 },
    })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Лето'))
  })

  it('stays, with the reason, when it is refused', async () => {
    waits([matter()])
    server.refuse(agreements.update, 422, 'Дата прошла')
    const user = await open('/waiting', client)
    await user.click(await screen.findByRole('button', { name: 'Согласовать: Весна' }))
    await screen.findByText('Дата прошла')
    expect(server.callsOf(agreements.update)[0]?.body).toMatchObject({ updateTarget: 5, version: 3 })
    expect(await rows()).toHaveLength(1)
  })

  it('agrees to the scope that was written about, and shows the difference once that has changed', async () => {
    const scope_sha = 'a'.repeat(64)
    waits([matter({ scope_sha })])
    const added = [{ id: 12, title: 'Печать накладной' }]
    const scope_change = { since: '2026-03-02T09:00:00.000Z', scope_sha, added, removed: [], changed: [] }
    server.refuse(agreements.update, 409, 'Состав изменился', { scope_change })
    server.answer(agreements.get, agreementDetail(5))
    const user = await open('/waiting', client)
    await user.click(await screen.findByRole('button', { name: 'Согласовать: Весна' }))
    await screen.findByRole('button', { name: 'Согласовать дату: Весна' })
    expect(server.callsOf(agreements.update)[0]?.body).toMatchObject({
      updateTarget: 5,
      version: 3,
      told_sha: scope_sha,
    })
  })

  it('answers again what is still the same question when the agreement has a new version', async () => {
    const scope_sha = 'a'.repeat(64)
    waits([matter({ scope_sha })])
    const scope_change = { since: '2026-03-02T09:00:00.000Z', scope_sha, added: [], removed: [], changed: [] }
    server.refuse(agreements.update, 409, 'Состав изменился', { scope_change })
    const shown = agreementDetail(5)
    server.answer(agreements.get, shown)
    const user = await open('/waiting', client)
    await user.click(await screen.findByRole('button', { name: 'Согласовать: Весна' }))
    const press = await screen.findByRole('button', { name: 'Согласовать дату: Весна' })
    const version = shown.version + 1
    server.refuse(agreements.update, 409, 'Изменено', { current: { ...shown, version } })
    await user.click(press)
    await waitFor(() => expect(server.callsOf(agreements.update).at(-1)?.body).toMatchObject({ version }))
  })

  it('shows everything that is agreed to with the date', async () => {
    waits([matter()])
    server.answer(agreements.get, agreementDetail(5, { scope: scope() }))
    const user = await open('/waiting', client)
    await user.click(await screen.findByRole('button', { name: 'Ответить…: Весна' }))
    await screen.findByText('Печатается сразу')
    for (const text of ['Для кассиров', 'Снять копию базы', 'Учёт – Касса']) screen.getByText(text)
  })

  it('raises a remark of its own to a date, whatever the person wrote before', async () => {
    waits([matter()])
    server.answer(agreements.get, agreementDetail(5))
    server.answer(threads.raise, { message: 'Success', mail: 'sent', thread: thread(9) })
    const user = await open('/waiting', client)
    await user.click(await screen.findByRole('button', { name: 'Ответить…: Весна' }))
    await user.click(await screen.findByRole('button', { name: 'Есть замечание…: Весна' }))
    await user.type(await screen.findByRole('textbox', { name: 'Замечание' }), 'Цена < сметы')
    await user.click(screen.getByRole('button', { name: 'Отправить' }))
    await screen.findByText('Замечание отправлено')
    expect(server.callsOf(threads.raise)[0]).toMatchObject({
      params: { entity: 'agreement', id: 5 },
      body: { html: '<p>Цена &lt; сметы</p>', blocks: true },
    })
  })

  it('takes an urgent request into the backlog', async () => {
    waits([matter({ kind: 'urgent', id: 9, title: 'Не печатает', company: 'ООО «Нева»', href: '/?open=9' })])
    server.answer(requests.saveBacklog, ({ body }) => {
      waits([])
      const { request_id } = body
      const backlogRequest = {
        request_id,
        title: null,
        planned_time: null,
        priority: null,
        inBacklog: true,
        version: 1,
      }
      return { message: 'Success', backlogRequest }
    })
    const user = await open('/waiting', manager)
    await user.click(await screen.findByRole('button', { name: 'Внести в бэклог: Не печатает, ООО «Нева»' }))
    await screen.findByText('Вас ничего не ждёт')
    expect(server.callsOf(requests.saveBacklog)[0]?.body).toMatchObject({ request_id: 9, inBacklog: true })
  })

  it('forgets a text that was sent, although its row is gone before the reply', async () => {
    const question = matter({ kind: 'question', id: 9, title: 'Когда исправите?' })
    waits([question])
    const tell = server.stream(live.events)
    let reply = () => {}
    const replied = new Promise<void>((resolve) => (reply = resolve))
    server.answer(threads.answer, async () => {
      await replied
      return { message: 'Success', mail: 'sent' as const, thread: thread(9) }
    })
    const user = await open('/waiting', client)
    await user.click(await screen.findByRole('button', { name: 'Ответить…: Когда исправите?' }))
    const field = await screen.findByRole('textbox', { name: 'Ответ' })
    await user.type(field, 'Завтра')
    await user.click(screen.getByRole('button', { name: 'Ответить' }))
    await user.type(field, ' или позже')
    expect(field).toHaveProperty('value', 'Завтра')
    waits([])
    tell({ entity: 'release', id: 7, version: 2, by: manager.id })
    await screen.findByText('Вас ничего не ждёт')
    reply()
    await screen.findByText('Ответ отправлен')

    // The conversation goes on: the next question starts with an empty answer.
    waits([question])
    tell({ entity: 'release', id: 7, version: 3, by: manager.id })
    await user.click(await screen.findByRole('button', { name: 'Ответить…: Когда исправите?' }))
    expect(await screen.findByRole('textbox', { name: 'Ответ' })).toHaveProperty('value', '')
  })

  it('keeps the answer that is being written when its agreement cannot be fetched again', async () => {
    waits([matter()])
    server.answer(agreements.get, agreementDetail(5))
    const user = await open('/waiting', client)
    await user.click(await screen.findByRole('button', { name: 'Ответить…: Весна' }))
    await user.click(await screen.findByRole('button', { name: 'Есть замечание…: Весна' }))
    await user.type(await screen.findByRole('textbox', { name: 'Замечание' }), 'Не в этот день')
    server.refuse(agreements.get, 500, 'Ошибка сервера')
    const { queryKey } = agreementQuery(5)
    void queryClient.invalidateQueries({ queryKey })
    await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('error'))
    expect(screen.getByRole('textbox', { name: 'Замечание' })).toHaveProperty('value', 'Не в этот день')
  })

  it('leads to the agreement where there is no date to send, or where it has passed', async () => {
    server.keepSilentOtherwise()
    waits([matter({ kind: 'send', version: null, href: '/agreements/5' })])
    server.answer(agreements.get, agreementDetail(5))
    const user = await open('/waiting', manager)
    await user.click(await screen.findByRole('button', { name: 'Указать дату: Весна' }))
    await waitFor(() => expect(address()).toBe('/agreements/5'))
    expect(server.callsOf(agreements.update)).toEqual([])
  })

  it('shows what comes next, and when, if there is nothing to do', async () => {
    const coming = { kind: 'installation', title: 'Лето', company: null, day: '2026-04-02', time: '22:00' } as const
    const clocks = { zone: 'Europe/Moscow', company_zone: 'Asia/Vladivostok' }
    const planned = { releaseDate: coming.day, releaseTime: coming.time, ...clocks }
    waits([], [{ ...coming, planned, href: '/releases/8' }])
    await open('/waiting', client)
    await screen.findByText('Вас ничего не ждёт')
    expect((await screen.findByRole('link', { name: 'Лето' })).getAttribute('href')).toBe('/releases/8')
    await screen.findByText('2 апреля, четверг, 19:00 UTC · 05:00 пятница, Владивосток')
  })

  it('reports that it has not loaded, and retries on one press', async () => {
    server.answer(waiting.count, { total: 1, more: false })
    server.refuse(waiting.list, 403, 'Нет прав на это')
    const user = await open('/waiting', client)
    await screen.findByText('Список не загрузился')
    expect(screen.queryByText('Ошибка')).toBeNull()
    waits([matter()])
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await rows()).toHaveLength(1)
  })

  it('shows a single kind, which is stored in the address', async () => {
    waits([matter(), matter({ kind: 'urgent', id: 9 })])
    const user = await open('/waiting', manager)
    await user.click(await screen.findByRole('button', { name: 'Новая срочная заявка 1' }))
    await waitFor(() => expect(address()).toBe('/waiting?kind=urgent'))
    await waitFor(() => expect(server.callsOf(waiting.list).at(-1)?.query.kind).toBe('urgent'))
  })

  it('is fetched for all staff when somebody looks at all of them', async () => {
    waits([matter({ kind: 'urgent', id: 9 })])
    const user = await open('/waiting', manager)
    await user.click(await screen.findByRole('radio', { name: 'Всех сотрудников' }))
    await waitFor(() => expect(server.callsOf(waiting.list).at(-1)?.query.own).toBe(false))
  })
})
