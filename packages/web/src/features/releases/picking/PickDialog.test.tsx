import { calendar, dates, releases } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { releaseCompany, releaseDetail, waitedFor } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

const ALL = [1, 2, 3, 4, 5]
const nameOf = (idcomp: number) => `ГУП «Водоканал ${String(idcomp).padStart(2, '0')}»`
const EAST = 1
const NEVER = 2
const STANDING = 3

const company = (idcomp: number) => ({ idcomp, namecomp: nameOf(idcomp) })
const readiness = {
  agreed: 0,
  expected: 5,
  ready: false,
  called_off: false,
  date_withdrawn: false,
  waiting: ALL.map((idcomp) => waitedFor(idcomp, { namecomp: nameOf(idcomp) })),
  warned: [],
  unnamed: [],
}

const refused = [{ day: '2030-03-30', reason: '30.03.2030 – нерабочий день' }]
const found = { releaseDate: '2030-04-02', releaseTime: '10:00' }

const UNFILLED = 'Производственный календарь на 2030 год не заполнен: праздники считаются рабочими днями'

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(
    releases.get,
    releaseDetail(8, {
      readiness,
      companies: ALL.map((idcomp) => releaseCompany(idcomp, { namecomp: nameOf(idcomp) })),
    }),
  )
  server.answer(dates.forRelease, {
    zone: 'Europe/Moscow',
    together: { found: null, refused: [] },
    each: ALL.map((idcomp) => ({
      company: company(idcomp),
      company_zone: idcomp === EAST ? 'Asia/Kamchatka' : null,
      found: idcomp === NEVER ? null : found,
      refused: idcomp === STANDING ? refused : [],
    })),
    warnings: [UNFILLED],
  })
  server.answer(calendar.checkDay, {
    day: { day: '2030-04-06', minutes: 0, name: '' },
    clashes: [],
    objections: [{ kind: 'day_off', idcomp: null, text: '06.04.2030 – нерабочий день' }],
    odd_time: null,
    odd_times: [],
    warnings: [],
  })
})

async function begin() {
  const user = await open('/releases/8?tab=agreements', manager)
  const held = await screen.findByRole('region', { name: 'Кто держит релиз' })
  await user.click(within(held).getByRole('button', { name: 'Подобрать даты всем…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Подобрать даты всем' })
  await within(dialog).findByText('Выбрано 4 из 5')
  return { user, dialog: within(dialog) }
}

const sent = () => server.callsOf(dates.askAll).map(({ body }) => body)

it('sends every company the date shown beside it in one action, by its own clock too', async () => {
  server.answer(dates.askAll, { message: 'Success', done: [], refused: [], mail: 'sent' })
  const { user, dialog } = await begin()
  dialog.getByText(/19:00.*Камчатка$/)
  dialog.getByText(UNFILLED)
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: nameOf(NEVER) }).disabled).toBe(true)
  await user.click(dialog.getByRole('button', { name: `Почему не раньше: ${nameOf(STANDING)}` }))
  dialog.getByText('30.03.2030 – нерабочий день')
  await user.click(dialog.getByRole('button', { name: 'Отправить 4 компаниям' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [body] = sent()
  expect(body?.companies).toEqual(ALL.filter((idcomp) => idcomp !== NEVER))
  expect(body?.chosen[0]).toEqual({ company_id: EAST, ...found, against_reason: '' })
})

it('asks about a time that the clocks skip', async () => {
  const [odd_time, odd_times] = ['Часы переводят вперёд: времени 10:00 06.04 не бывает', ['09:00', '11:00']]
  server.answer(calendar.checkDay, {
    day: { day: '2030-04-06', minutes: 480, name: '' },
    clashes: [],
    objections: [],
    odd_time,
    odd_times,
    warnings: [],
  })
  server.keepSilent(dates.askAll)
  const { user, dialog } = await begin()
  await user.click(dialog.getByRole('button', { name: `Изменить: ${nameOf(4)}` }))
  const other = within(dialog.getByRole('group', { name: `Другая дата: ${nameOf(4)}` }))
  await other.findByText(odd_time)
  await user.click(other.getByRole('button', { name: 'Поставить 11:00' }))
  await user.click(dialog.getByRole('button', { name: 'Отправить 4 компаниям' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.chosen.find(({ company_id }) => company_id === 4)).toMatchObject({ releaseTime: '11:00' })
})

it('changes a row with a reason or leaves it out; Enter in a row sends nothing', async () => {
  server.keepSilent(dates.askAll)
  const { user, dialog } = await begin()
  await user.click(dialog.getByRole('checkbox', { name: nameOf(5) }))
  await user.click(dialog.getByRole('button', { name: `Изменить: ${nameOf(4)}` }))
  const other = within(dialog.getByRole('group', { name: `Другая дата: ${nameOf(4)}` }))
  const day = other.getByRole('textbox', { name: 'Дата' })
  await user.clear(day)
  await user.type(day, '06.04.2030{Enter}')
  await other.findByText('06.04.2030 – нерабочий день')
  await user.type(other.getByRole('textbox', { name: /^Почему всё же/ }), 'Переезд')
  expect(sent()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Отправить 3 компаниям' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  const chosen = sent()[0]?.chosen.find(({ company_id }) => company_id === 4)
  expect(chosen).toEqual({ company_id: 4, releaseDate: '2030-04-06', releaseTime: '10:00', against_reason: 'Переезд' })
  expect(sent()[0]?.companies).not.toContain(5)
})

it('shows why a company was not asked, and does not ask the others again', async () => {
  const message = 'Дата уже отправлена клиенту и ждёт его ответа'
  server.answer(dates.askAll, ({ body: { companies } }) => ({
    message: 'Success',
    done: companies.slice(1).map((company_id) => ({ id: company_id, company_id, ...found })),
    refused: [{ company_id: EAST, message }],
    mail: 'sent' as const,
  }))
  const { user, dialog } = await begin()
  await user.click(dialog.getByRole('button', { name: 'Отправить 4 компаниям' }))
  await dialog.findByText(message)
  dialog.getByText('Не отправлено 1 компании')
  dialog.getByText(/^Отправлено 3 компаниям/)
  dialog.getByRole('button', { name: 'Отправить 1 компании' })
  expect(dialog.queryByRole('checkbox', { name: nameOf(4) })).toBeNull()
})

it('tells what became of the letters when the dialog was closed before the reply', async () => {
  const message = 'Дата уже отправлена клиенту и ждёт его ответа'
  let answer = () => {}
  const replied = new Promise<void>((resolve) => (answer = resolve))
  server.answer(dates.askAll, async ({ body: { companies } }) => {
    await replied
    const done = companies.slice(1).map((company_id) => ({ id: company_id, company_id, ...found }))
    return { message: 'Success', done, refused: [{ company_id: EAST, message }], mail: 'sent' as const }
  })
  const { user, dialog } = await begin()
  await user.click(dialog.getByRole('button', { name: 'Отправить 4 компаниям' }))
  await user.click(dialog.getByRole('button', { name: 'Отмена' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer()
  await screen.findByText(/^Отправлено 3 компаниям/)
  const outcome = within(await screen.findByRole('dialog'))
  outcome.getByText('Не отправлено 1 компании')
  outcome.getByText(`${nameOf(EAST)}: ${message}`)
})
