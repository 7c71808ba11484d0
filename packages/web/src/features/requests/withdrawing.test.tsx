import { requests } from '@vypusk/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { address, goTo, open } from '../../testing/app.tsx'
import { client } from '../../testing/people.ts'
import { requestDetail, requestFilters, requestPage, requestRow } from '../../testing/requests.ts'
import { server } from '../../testing/server.ts'

/** A client withdraws its own request in the panel, which goes with the request. */

const REFUSAL = 'Заявка уже в релизе: отозвать её нельзя'

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(requests.tickets, requestPage([requestRow(11)]))
  server.answer(requests.ticketFilters, requestFilters)
  const { abilities } = requestDetail(11)
  server.answer(requests.getRequest, requestDetail(11, { abilities: { ...abilities, edit: true, withdraw: true } }))
})

async function withdraw() {
  const user = await open('/clientRequests?open=11', client)
  await user.click(await screen.findByRole('button', { name: 'Отозвать заявку' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Отозвать заявку?' })).getByRole('button', { name: 'Отозвать' }),
  )
}

it('says that it is withdrawn and closes the panel', async () => {
  server.answer(requests.withdrawRequest, () => {
    server.refuse(requests.getRequest, 404, 'Заявка не найдена')
    return { message: 'Success' }
  })
  await withdraw()
  await screen.findByText('Заявка 11 отозвана')
  await waitFor(() => expect(address()).not.toContain('open'))
})

it('says why it cannot be withdrawn', async () => {
  server.refuse(requests.withdrawRequest, 422, REFUSAL)
  await withdraw()
  await screen.findByText(REFUSAL)
  expect(address()).toContain('open=11')
})

it('leaves alone the panel of another list, to which the person has gone meanwhile', async () => {
  let answer = () => {}
  server.answer(requests.withdrawRequest, async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { message: 'Success' }
  })
  await withdraw()
  await waitFor(() => expect(server.callsOf(requests.withdrawRequest)).toHaveLength(1))
  await goTo('/releases?open=5')
  await act(async () => answer())
  await screen.findByText('Заявка 11 отозвана')
  expect(address()).toBe('/releases?open=5')
})
