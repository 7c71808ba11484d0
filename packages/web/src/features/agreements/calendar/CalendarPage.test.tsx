import { agreements, calendar, dates, notices } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { agreementDetail } from '../../../testing/agreements.ts'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

const seen = agreementDetail(5)
const day = { releaseDate: '2030-03-29', clock: 'МСК', clashes: [] }

beforeEach(() => {
  server.keepSilentOtherwise()
  // A move is over when all that shows the agreement has been fetched again.
  server.answer(notices.getWatching, { watches: false, reason: null, watchers: [] })
  server.answer(agreements.getFilters, { releases: [], companies: [], statuses: [] })
  server.answer(dates.forRelease, {
    zone: 'Europe/Moscow',
    together: { found: null, refused: [] },
    each: [],
    warnings: [],
  })
  server.answer(calendar.checkDay, {
    day: { day: '2030-04-02', minutes: 480, name: '' },
    clashes: [],
    objections: [],
    odd_time: null,
    odd_times: [],
    warnings: [],
  })
  server.answer(calendar.show, { items: [{ ...seen, ...day }], days: [], warnings: [] })
})

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Перенести установку' }))
const press = async () => (await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Перенести' })

/** Opens the dialog, chooses another day and gives the reason that an approved date needs. */
async function begin() {
  const user = await open('/agreements/calendar?view=list&day=2030-03-29&open=5', manager)
  await user.click(await screen.findByRole('button', { name: 'Перенести…' }))
  const field = (await dialog()).getByRole('textbox', { name: 'Новая дата' })
  await user.clear(field)
  await user.type(field, '02.04.2030')
  await user.tab()
  await user.type((await dialog()).getByRole('textbox', { name: /^Причина переноса/ }), 'Сдвиг')
  return user
}

/** The server answers the first save with what somebody else has saved, and does the second. */
function changedMeanwhile(current: agreements.AgreementDetail): void {
  const moved = { ...current, releaseDate: '2030-04-02', version: current.version + 1 }
  server.answer(agreements.update, { message: 'Success', agreement: moved, mail: 'sent' })
  server.refuseOnce(agreements.update, 409, 'Запись уже изменил другой человек', { current })
}

const sent = () => server.callsOf(agreements.update).map(({ body }) => body)

it('moves an agreement although something else in it was changed meanwhile', async () => {
  const user = await begin()
  changedMeanwhile({ ...seen, remark: 'Просим раньше', version: 2 })
  await user.click(await press())
  await screen.findByText('Согласование обновлено')
  expect(sent()).toMatchObject([{ version: 1 }, { version: 2, releaseDate: '2030-04-02', cancel_reason: 'Сдвиг' }])
})

it('shows another date that was set meanwhile, keeps the reason, and moves from there', async () => {
  const user = await begin()
  changedMeanwhile({ ...seen, releaseDate: '2030-03-31', releaseTime: '20:00', by_client: true, status: 2, version: 2 })
  await user.click(await press())
  expect((await (await dialog()).findByRole('alert')).textContent).toMatch(/Сейчас: 31\.03\.2030 в .*Согласовано/)
  expect(sent()).toHaveLength(1)
  await user.click(await press())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The time was not chosen here, so it stays as the other person set it.
  const move = { version: 2, releaseDate: '2030-04-02', releaseTime: '20:00', cancel_reason: 'Сдвиг' }
  expect(sent()[1]).toMatchObject(move)
})

it('tells of a refusal when the dialog is gone by then', async () => {
  const user = await begin()
  let answer = () => {}
  const replied = new Promise<void>((resolve) => (answer = resolve))
  server.answer(agreements.update, async () => {
    await replied
    throw new TypeError('Failed to fetch')
  })
  await user.click(await press())
  await user.click((await dialog()).getByRole('button', { name: 'Отмена' }))
  answer()
  await screen.findByText(/Нет связи/)
})

it('takes a date back together with the reason why it stood against a rule', async () => {
  const AGAINST = 'Договорились по телефону'
  const asked = { ...seen, by_rivc: false, status: 0 as const, against_reason: AGAINST }
  server.answer(calendar.show, { items: [{ ...asked, ...day }], days: [], warnings: [] })
  server.answer(agreements.update, ({ body }) => {
    const { version = 0, ...date } = body as { version?: number; releaseDate: string }
    return { message: 'Success', agreement: { ...asked, ...date, version: version + 1 }, mail: 'none' as const }
  })
  const user = await open('/agreements/calendar?view=list&day=2030-03-29&open=5', manager)
  await user.click(await screen.findByRole('button', { name: 'Перенести…' }))
  const field = (await dialog()).getByRole('textbox', { name: 'Новая дата' })
  await user.clear(field)
  await user.type(field, '02.04.2030')
  await user.tab()
  await user.click(await press())
  await user.click(await screen.findByRole('button', { name: 'Отменить' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject({ version: 2, releaseDate: seen.releaseDate, against_reason: AGAINST })
})
