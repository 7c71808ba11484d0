import { agreements, calendar } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

it('shows at the field why an agreement cannot be created, keeps what was typed and sends nothing', async () => {
  server.keepSilentOtherwise()
  const user = await open('/agreements/0', manager)
  await user.type(await screen.findByRole('textbox', { name: 'Замечание' }), 'Ночью нельзя')
  await user.click(screen.getByRole('button', { name: 'Создать' }))
  await screen.findByText('Выберите релиз')
  await screen.findByText('Выберите хотя бы одну компанию')
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
