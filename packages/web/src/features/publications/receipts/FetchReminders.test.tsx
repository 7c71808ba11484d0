import { publications, receipts } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

const company = { idcomp: 7, namecomp: 'АО «Порт»' }
const LATELY = 'Компании напомнили меньше 12 часов назад: дайте ей время'
const row = (reminders: receipts.CompanyReceipt['reminders']): receipts.CompanyReceipt => ({
  company,
  people: [],
  files: [{ file: { id: 1, file_name: 'a.zip' }, copy: null, fetched_at: null, verified_at: null }],
  reminders,
})

function opens(reminders: receipts.CompanyReceipt['reminders']) {
  server.keepSilentOtherwise()
  server.answer(publications.getPublication, {
    id: 9,
    author: { id: 2, name: 'Максим Орлов' },
    text: '',
    created_at: '2030-03-02T09:00:00.000Z',
    list: [],
    recipients: { rivc: [], clients: [] },
    withdrawn: null,
    corrects: null,
    corrected_by: [],
    history: [],
    deliveries: [],
    abilities: { resend: true, withdraw: true, correct: true },
  })
  server.answer(receipts.list, { companies: [row(reminders)] })
  return open('/publication/9', manager)
}

const button = { name: 'Напомнить сейчас: АО «Порт»' }

it('shows when a company that has not downloaded will be reminded, and reminds it now', async () => {
  const user = await opens({ sent: [], next: '2030-03-06T06:00:00.000Z', remind: true })
  server.answer(receipts.remind, { message: 'Success', mail: 'sent' })
  await user.click(await screen.findByText(/^напомним 06\.03\.2030 в /))
  await user.click(screen.getByRole('button', button))
  await waitFor(() => expect(server.callsOf(receipts.remind).map(({ body }) => body)).toEqual([{ company: 7 }]))
})

it('shows who was reminded by whom, and why not again', async () => {
  await opens({ sent: [{ at: '2030-03-06T06:00:00.000Z', user: null }], next: null, remind: LATELY })
  await screen.findByText(/^напомнили 06\.03\.2030 .* по расписанию$/)
  expect(screen.getByRole('button', button).getAttribute('aria-description')).toBe(LATELY)
})
