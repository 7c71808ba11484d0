import { companyCalendars, lookups, substitutes } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { goTo, open } from '../../testing/app.tsx'
import { companyCalendar } from '../../testing/companies.ts'
import { client, manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const calendar = companyCalendar({ working: [{ weekday: 0, from: '08:00', to: '17:00' }] })
/** A day that the client has closed. */
const closedDay: companyCalendars.CompanyCalendar['closed'][number] = {
  id: 1,
  date_from: '2027-02-01',
  date_to: '2027-02-01',
  reason: 'Переезд',
  of_provider: false,
  by_client: true,
  author: { id: 5, name: 'Пётр' },
  created_at: '2027-01-01T09:00:00.000Z',
  abilities: { open: true },
}
const button = (name: string) => screen.findByRole('button', { name })

it('a client edits the company’s zone and hours; a refusal is shown below its week', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(companyCalendars.get, calendar)
  const user = await open('/companyCalendar', client)
  await user.click(await button('По будням как в понедельник'))
  await user.click(await button('Добавить часы: Суббота'))
  await user.click(await screen.findByText('В свои часы'))
  const working = within(screen.getByRole('group', { name: 'Рабочие часы' }))
  await user.click(working.getByRole('button', { name: 'Убрать: Понедельник, 08:00' }))
  server.refuse(companyCalendars.save, 422, 'Проверьте поля', { errors: { working: ['Часы одного дня пересекаются'] } })
  await user.click(await button('Сохранить'))
  await screen.findByText('Часы одного дня пересекаются')
  const week = [1, 2, 3, 4].map((weekday) => ({ weekday, from: '08:00', to: '17:00' }))
  expect(server.callsOf(companyCalendars.save).at(-1)?.body).toEqual({
    zone: null,
    working: [...week, { weekday: 5, from: '09:00', to: '18:00' }],
    installing: [{ weekday: 0, from: '08:00', to: '17:00' }],
    version: 0,
  })
})

it('takes hours as they are typed, digit by digit', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(companyCalendars.get, calendar)
  server.answer(companyCalendars.save, { message: 'Success', calendar })
  const user = await open('/companyCalendar', client)
  await user.click(await button('Добавить часы: Понедельник'))
  const [first, second] = await screen.findAllByLabelText<HTMLInputElement>('Понедельник, с, часы')
  await user.click(first!)
  await user.keyboard('10')
  await user.click(second!)
  await user.keyboard('18')
  await user.click(await button('Сохранить'))
  expect(server.callsOf(companyCalendars.save).at(-1)?.body.working).toEqual([
    { weekday: 0, from: '10:00', to: '17:00' },
    { weekday: 0, from: '18:00', to: '24:00' },
  ])
})

it('shows the hours of a span in its place when the one before it was emptied and removed', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(companyCalendars.get, calendar)
  const user = await open('/companyCalendar', client)
  await user.click(await button('Добавить часы: Понедельник'))
  const [first] = await screen.findAllByLabelText<HTMLInputElement>('Понедельник, с, часы')
  await user.click(first!)
  await user.keyboard('{Backspace}')
  await user.click(await button('Убрать: Понедельник, 08:00'))
  expect((await screen.findByLabelText<HTMLInputElement>('Понедельник, с, часы')).value).toBe('17')
})

it('shows the reason to those who may not edit it', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(companyCalendars.get, { ...calendar, abilities: { edit: 'Ведут её люди с правом' } })
  await open('/companyCalendar', client)
  const save = await button('Сохранить')
  expect(save.getAttribute('aria-description')).toBe('Ведут её люди с правом')
  expect(screen.queryByRole('button', { name: /^Добавить часы/ })).toBeNull()
})

it('closes a day and shows who closed it; days closed by staff show why they stay', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(companyCalendars.get, { ...calendar, abilities: { edit: true } })
  const user = await open('/companyCalendar', client)
  const form = within(await screen.findByRole('form', { name: 'Закрыть дни' }))
  await user.type(form.getByLabelText(/^С/), '01.02.2027')
  await user.type(form.getByLabelText(/^Причина/), 'Переезд')
  const ours = { ...closedDay, id: 2, reason: null, by_client: false, abilities: { open: 'Эти дни закрыл поставщик' } }
  server.answer(companyCalendars.close, { message: 'Success', calendar: { ...calendar, closed: [closedDay, ours] } })
  await user.click(form.getByRole('button', { name: 'Закрыть дни' }))
  const items = within(await screen.findByRole('list', { name: 'Закрытые дни' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^01\.02\.2027 Переезд.*Пётр, компания/),
    expect.stringMatching(/^01\.02\.2027 Закрыто поставщиком.*Пётр, поставщик/),
  ])
  expect(server.callsOf(companyCalendars.close).at(-1)?.body).toEqual({
    date_from: '2027-02-01',
    date_to: '2027-02-01',
    reason: 'Переезд',
  })
  expect(within(items[1]!).getByRole('button').getAttribute('aria-description')).toBe('Эти дни закрыл поставщик')
})

it('opens days again with «Отменить», although they are gone from the list by then', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(companyCalendars.get, { ...calendar, closed: [closedDay] })
  server.answer(companyCalendars.open, { message: 'Success', calendar })
  server.answer(companyCalendars.close, { message: 'Success', calendar: { ...calendar, closed: [closedDay] } })
  const user = await open('/companyCalendar', client)
  await user.click(await button('Открыть дни: 01.02.2027'))
  await user.click(await button('Отменить'))
  await button('Открыть дни: 01.02.2027')
  expect(server.callsOf(companyCalendars.close).at(-1)?.body).toMatchObject({ reason: 'Переезд' })
})

it('offers staff no «Отменить» for days of a client, which would become their own', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(lookups.companies, { companies: [{ idcomp: 7, namecomp: 'ГУП «Водоканал»' }] })
  const ours = { ...closedDay, id: 2, date_from: '2027-03-01', date_to: '2027-03-01', by_client: false }
  server.answer(companyCalendars.get, { ...calendar, closed: [closedDay, ours] })
  server.answer(companyCalendars.open, { message: 'Success', calendar: { ...calendar, closed: [ours] } })
  const user = await open('/companyCalendar?company=7', manager)
  await user.click(await button('Открыть дни: 01.02.2027'))
  await screen.findByText('Дни открыты')
  expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  server.answer(companyCalendars.open, { message: 'Success', calendar })
  await user.click(await button('Открыть дни: 01.03.2027'))
  await button('Отменить')
})

it('links staff to the versions and dossiers of the company', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(companyCalendars.get, calendar)
  server.answer(lookups.companies, { companies: [calendar.company] })
  await open('/companyCalendar?company=7', manager)
  const link = await screen.findByRole('link', { name: 'Версии' })
  expect(link.getAttribute('href')).toBe('/publications/versions?client_ids=7')
  const dossiers = screen.getByRole('link', { name: 'Согласования и досье' })
  expect(dossiers.getAttribute('href')).toBe('/agreements?client_ids=7')
})

it('does not show clients the links for staff', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(companyCalendars.get, calendar)
  await open('/companyCalendar', client)
  await button('Сохранить')
  expect(screen.queryByRole('link', { name: 'Согласования и досье' })).toBeNull()
})

it('carries nothing that was typed about one company into another', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(companyCalendars.get, ({ params }) => ({
    ...calendar,
    company: { idcomp: params.id, namecomp: `Компания ${params.id}` },
  }))
  const user = await open('/companyCalendar?company=7', manager)
  const reason = () => screen.findByLabelText<HTMLInputElement>(/^Причина/)
  await user.type(await reason(), 'Переезд')
  await goTo('/companyCalendar?company=8')
  await waitFor(async () => expect((await reason()).value).toBe(''))
  await goTo('/companyCalendar?company=7')
  await waitFor(async () => expect((await reason()).value).toBe('Переезд'))
})

it('can be saved again and again without taking the own save for another person’s', async () => {
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  server.answer(companyCalendars.get, calendar)
  let now = calendar
  server.answer(companyCalendars.save, ({ body }) => {
    if (body.version !== now.version) throw new Error(`версия ${body.version} вместо ${now.version}`)
    now = { ...now, working: body.working, version: now.version + 1 }
    return { message: 'Success', calendar: now }
  })
  const user = await open('/companyCalendar', client)
  for (const day of ['Суббота', 'Воскресенье']) {
    await user.click(await button(`Добавить часы: ${day}`))
    await user.click(await button('Сохранить'))
    await screen.findByText('Календарь сохранён')
  }
  const versions = () => server.callsOf(companyCalendars.save).map(({ body }) => body.version)
  await waitFor(() => expect(versions()).toEqual([0, 1]))
  expect(screen.queryByText(/другой человек сохранил своё/)).toBeNull()
})
