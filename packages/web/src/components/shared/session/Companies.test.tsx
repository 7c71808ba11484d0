import { auth, requests } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { session } from '../../../api/session.ts'
import { open } from '../../../testing/app.tsx'
import { client } from '../../../testing/people.ts'
import { requestFilters, requestPage } from '../../../testing/requests.ts'
import { server } from '../../../testing/server.ts'

const own = client.company!
const other = { idcomp: 8, namecomp: 'АО «Северный порт»' }
const several: auth.SessionUser = { ...client, companies: [other, own] }

const answerTickets = () => {
  server.answer(requests.tickets, requestPage([]))
  server.answer(requests.ticketFilters, requestFilters)
}

it('a person with several companies switches to another one', async () => {
  answerTickets()
  server.answer(auth.chooseCompany, { message: 'Success', user: { ...several, id: 31, company: other } })
  const user = await open('/clientRequests', several)
  await user.click(await screen.findByRole('button', { name: /Водоканал/ }))
  expect((await screen.findByRole('menuitem', { name: own.namecomp })).getAttribute('aria-current')).toBe('true')
  await user.click(screen.getByRole('menuitem', { name: other.namecomp }))
  await waitFor(() => expect(session.get()?.user_id).toBe(31))
  expect(server.callsOf(auth.chooseCompany).map(({ body }) => body)).toEqual([{ company: other.idcomp }])
})

it('offers no choice to a person with one company', async () => {
  answerTickets()
  await open('/clientRequests', client)
  await screen.findByText(/Водоканал/)
  expect(screen.queryByRole('button', { name: /Водоканал/ })).toBeNull()
})
