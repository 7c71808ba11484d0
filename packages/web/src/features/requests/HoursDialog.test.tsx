import { requests } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { requestFilters, requestPage, requestRow } from '../../testing/requests.ts'
import { server } from '../../testing/server.ts'

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(requests.backlogSummary, requestPage([requestRow(11), requestRow(12)]))
  server.answer(requests.backlogFilters, requestFilters)
})

const nothing = { message: '', saved: [], refused: [], before: [], versions: [] }

async function timesBoth() {
  const user = await open('/', manager)
  for (const id of [11, 12]) {
    const row = (await screen.findByText(`Заявка про отчёт ${id}`)).closest('tr')!
    await user.click(within(row).getByRole('checkbox', { name: /^Отметить запись/ }))
  }
  await user.click(await within(await screen.findByRole('toolbar')).findByRole('button', { name: 'Часы' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Часы: 2 заявки' }))
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Часы каждой заявки' })
  await user.type(field, '7:30')
  return { user, dialog, field, save: () => user.click(dialog.getByRole('button', { name: 'Сохранить' })) }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: /^Часы/ })).toBeNull())

it('keeps the typed hours, and says why, when they are refused', async () => {
  server.refuseOnce(requests.saveManyBacklog, 422, 'Сейчас нельзя', {})
  const { dialog, field, save } = await timesBoth()
  await save()
  expect((await dialog.findByRole('alert')).textContent).toBe('Сейчас нельзя')
  expect(field.value).toBe('7:30')
  server.answer(requests.saveManyBacklog, { ...nothing, saved: [11, 12] })
  await save()
  await isClosed()
  expect(server.callsOf(requests.saveManyBacklog).at(-1)?.body).toEqual({ requests: [11, 12], planned_time: 450 })
})

it('keeps the typed hours when no request takes them', async () => {
  server.answer(requests.saveManyBacklog, { ...nothing, refused: [{ id: 11, reason: 'Уже опубликована' }] })
  const { field, save } = await timesBoth()
  await save()
  await screen.findByText('11: Уже опубликована')
  expect(field.isConnected).toBe(true)
  expect(field.value).toBe('7:30')
})

it('leads to hours that cannot be read, and does not send them', async () => {
  const { user, field, save } = await timesBoth()
  await user.type(field, ' ой')
  await save()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(server.callsOf(requests.saveManyBacklog)).toEqual([])
})
