import { account, live, secondFactor, substitutes } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { client } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const AT = '2026-03-06T06:30:00.000Z'
const here = { id: 1, device: 'Chrome', address: '127.0.0.1', created_at: AT, last_seen_at: AT, is_present: true }
const other = { ...here, id: 2, device: 'Firefox', is_present: false }

function answerOthers() {
  const nothing = {
    is_demanded: false,
    factors: [],
    recovery_left: 0,
    abilities: { totp: true, passkey: true },
  } as const
  server.answer(secondFactor.get, { ...nothing, factors: [] })
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
}

it('says that a session has been ended, although its row is gone by then', async () => {
  let known = [here, other]
  server.answer(account.sessions, () => ({ sessions: known }))
  server.answer(account.endSession, () => {
    known = [here]
    return { message: 'Success' }
  })
  answerOthers()
  const user = await open('/account', client)
  await user.click(await screen.findByRole('button', { name: 'Завершить сеанс: Firefox' }))
  await screen.findByText('Сеанс завершён')
  await waitFor(() => expect(screen.queryByText('Firefox')).toBeNull())
})

it.each(['account', 'user'])('shows a session that began elsewhere: %s', async (entity) => {
  let known = [here]
  server.answer(account.sessions, () => ({ sessions: known }))
  answerOthers()
  const tell = server.stream(live.events)
  await open('/account', client)
  await screen.findByText('Chrome')
  known = [here, other]
  // A change of the person, such as a new password in another window, ends sessions too.
  tell({ entity, id: entity === 'user' ? client.id : 0, version: 1, by: client.id })
  await screen.findByText('Firefox')
})
