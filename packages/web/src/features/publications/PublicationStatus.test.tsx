import { letters, lookups, publications, receipts } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const company = { idcomp: 1, namecomp: 'АО «Порт»' }
const file = {
  id: 5,
  file_name: 'update.zip',
  version: '5.8',
  size: 10,
  sha256: 'a'.repeat(64),
  uploaded: '2026-03-02T09:00:00.000Z',
}
const publication = (overrides: Partial<publications.Publication> = {}): publications.Publication => ({
  id: 9,
  created_at: '2026-03-02T09:00:00.000Z',
  author: { id: 2, name: 'Максим Орлов' },
  list: [
    {
      idx: 0,
      release: { id: 3, title: 'Релиз 5.8' },
      files: [file],
      packages: null,
      modules: [],
      customers: [company],
      notPublishingList: [],
      reason: null,
      receipts: [],
    },
  ],
  recipients: { rivc: [], clients: [] },
  text: '',
  withdrawn: null,
  corrects: null,
  corrected_by: [],
  deliveries: [],
  history: [],
  abilities: { resend: true, withdraw: true, correct: true },
  ...overrides,
})
const withdrawn = { at: '2026-03-03T09:00:00.000Z', by: { id: 2, name: 'Максим Орлов' }, reason: 'Не тот модуль' }

it('staff see who has it before withdrawing it, and give a reason', async () => {
  server.keepSilentOtherwise()
  server.answer(publications.getPublication, () => publication())
  server.answer(receipts.list, () => ({
    companies: [
      {
        company,
        people: [],
        reminders: { sent: [], next: null, remind: 'Напоминать не о чем' },
        files: [{ file, copy: null, fetched_at: '2026-03-02T10:00:00.000Z', verified_at: null }],
      },
    ],
  }))
  server.answer(letters.ofWithdrawal, () => ({ letters: 3, silent: [{ idcomp: 2, namecomp: 'ООО «Склад»' }] }))
  // A company that is hidden by now; another one has its name.
  server.answer(lookups.companies, { companies: [{ idcomp: 5, namecomp: 'ООО «Склад»' }] })
  server.answer(publications.withdraw, () => ({ message: 'Success', mail: 'failed' as const }))
  const user = await open('/publication/9', manager)
  await user.click(await screen.findByRole('button', { name: 'Отозвать…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Отозвать публикацию 9?' })
  expect((await within(dialog).findByText(/АО «Порт»/)).textContent).toContain('скачано')
  await within(dialog).findByText(/^Писем с причиной: 3 –/)
  await within(dialog).findByText('Сообщить некому: ООО «Склад» (№ 2).')
  const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Отозвать' })
  expect(send.disabled).toBe(true)
  await user.type(within(dialog).getByRole('textbox', { name: 'Причина' }), 'Не тот модуль')
  await user.click(send)
  await waitFor(() => expect(server.callsOf(publications.withdraw).at(-1)?.body).toEqual({ reason: 'Не тот модуль' }))
  await screen.findByText('Публикация отозвана. Ошибка рассылки писем. Обратитесь к администратору')
})

it('staff see beforehand that nobody would be told', async () => {
  server.keepSilentOtherwise()
  server.answer(publications.getPublication, () => publication())
  server.answer(letters.ofWithdrawal, () => ({ letters: 0, silent: [] }))
  const user = await open('/publication/9', manager)
  await user.click(await screen.findByRole('button', { name: 'Отозвать…' }))
  await screen.findByText('Писем с причиной не будет: отправить их некому.')
  expect(screen.queryByText(/Сообщить некому/)).toBeNull()
})

it('a reason that ends its sentence itself gets no second full stop', async () => {
  server.keepSilentOtherwise()
  const ended = { ...withdrawn, reason: 'Не тот модуль.' }
  server.answer(publications.getPublication, () => publication({ withdrawn: ended }))
  await open('/publication/9', client)
  await screen.findByText(/^Причина: Не тот модуль\. Устанавливать/)
})

it('a client sees that it was withdrawn and what replaces it, and cannot download files', async () => {
  server.keepSilentOtherwise()
  const abilities = { resend: 'Нет', withdraw: 'Нет', correct: 'Нет' }
  server.answer(publications.getPublication, () => publication({ withdrawn, corrected_by: [12], abilities }))
  await open('/publication/9', client)
  await screen.findByText(/^Причина: Не тот модуль/)
  expect(screen.getByRole('link', { name: 'публикация 12' }).getAttribute('href')).toBe('/publication/12')
  expect(screen.getByText('update.zip')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Скачать update.zip' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Отозвать…' })).toBeNull()
})
