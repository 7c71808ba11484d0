import { agreements, calendar, dates, lookups, releases } from '@vypusk/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, goTo, open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { pageWith, releaseCompany, releaseDetail } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

it('shows at the field why an agreement cannot be created, keeps what was typed and sends nothing', async () => {
  server.keepSilentOtherwise()
  const user = await open('/agreements/0', manager)
  await user.type(await screen.findByRole('textbox', { name: 'Замечание' }), 'Ночью нельзя')
  await user.click(screen.getByRole('button', { name: 'Создать' }))
  await screen.findByText('Выберите релиз')
  await screen.findByText('Выберите хотя бы одну компанию')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Релиз/ })))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Замечание' }).value).toBe('Ночью нельзя')
  expect(server.callsOf(agreements.add)).toEqual([])
})

it.each([
  ['31.12.9999', 'Дата – от 01.01.2000 до 31.12.2100'],
  ['31.02.2026', 'Нет такой даты: «31.02.2026». Нужно ДД.ММ.ГГГГ'],
])('shows an error for a day outside the calendar and does not send it: %s', async (typed, sentence) => {
  server.keepSilentOtherwise()
  const user = await open('/agreements/0', manager)
  await user.type(await screen.findByRole('textbox', { name: 'Дата установки' }), typed)
  await user.click(screen.getByRole('button', { name: 'Создать' }))
  await screen.findByText(sentence)
  // The calendar would cover the message.
  expect(screen.queryByRole('table')).toBeNull()
  expect(server.callsOf(calendar.checkDay)).toEqual([])
})

const FORM = '/agreements/0?release_id=8'
const NO_PEOPLE = 'Нет ни одного получателя'

/** The form for three companies, filled in. */
async function filled() {
  server.keepSilentOtherwise()
  server.answer(releases.get, releaseDetail(8, { companies: [1, 2, 3].map((idcomp) => releaseCompany(idcomp)) }))
  server.answer(releases.list, pageWith([]))
  server.refuse(dates.forRelease, 403, 'Нет доступа')
  server.refuse(lookups.getContacts, 404, 'Пользователи не найдены')
  server.answer(lookups.contactsOfCompanies, { contacts: [] })
  server.answer(lookups.companyContacts, { contacts: [] })
  const user = await open(FORM, manager)
  await user.click(await screen.findByRole('button', { name: /Выбрать все/ }))
  await user.type(screen.getByRole('textbox', { name: 'Замечание' }), 'Ночью нельзя')
  return user
}
const made = (id: number) => ({ message: 'Success', id, version: 1, mail: 'none' as const })

it('keeps companies without an agreement in the form, each with its reason, and everything typed', async () => {
  const user = await filled()
  server.answer(agreements.add, ({ body }) => {
    if (body.company_id === 1)
      server.refuse(agreements.add, 422, 'Проверьте поля', { errors: { recipients: [NO_PEOPLE] } })
    return made(51)
  })
  await user.click(screen.getByRole('button', { name: 'Создать' }))
  const reasons = await screen.findByText('Не созданы, введённое осталось в форме')
  expect(reasons.closest('[role="alert"]')?.textContent).toContain(`Компания 2 – ${NO_PEOPLE}Компания 3 – ${NO_PEOPLE}`)
  expect(address()).toBe(FORM)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Замечание' }).value).toBe('Ночью нельзя')
  const draft = `vypusk.draft.agreement.0.8.${manager.id}`
  await waitFor(() => expect(JSON.parse(localStorage.getItem(draft) ?? '{}')).toMatchObject({ companies: [2, 3] }))

  server.answer(agreements.add, ({ body }) => made(50 + body.company_id))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Понятно' }))
  await user.click(screen.getByRole('button', { name: 'Создать' }))
  await waitFor(() => expect(server.callsOf(agreements.add)).toHaveLength(5))
  await waitFor(() => expect(address()).toBe('/agreements?release_ids=8'))
  expect(server.callsOf(agreements.add).map(({ body }) => body.company_id)).toEqual([1, 2, 3, 2, 3])
  expect(localStorage.getItem(draft)).toBeNull()
})

it('leaves alone whoever has gone elsewhere while it was created', async () => {
  const user = await filled()
  let answer = () => {}
  server.answer(agreements.add, async ({ body }) => {
    if (body.company_id === 3) await new Promise<void>((resolve) => (answer = resolve))
    return made(50 + body.company_id)
  })
  await user.click(screen.getByRole('button', { name: 'Создать' }))
  await waitFor(() => expect(server.callsOf(agreements.add)).toHaveLength(3))
  await goTo('/releases')
  await user.click(await screen.findByRole('button', { name: /Уйти|Не сохранять|без сохранения/ }))
  await waitFor(() => expect(address()).toBe('/releases'))
  await act(async () => answer())
  await screen.findByText('Создано: 3 согласования')
  expect(address()).toBe('/releases')
})
