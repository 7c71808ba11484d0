import { tokens } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const token: tokens.ApiToken = {
  id: 5,
  name: 'Отчёты отдела',
  scope: 'read',
  created_at: '2026-03-06T06:30:00.000Z',
  expires_at: '2027-03-06T06:30:00.000Z',
  is_expired: false,
  last_used_at: null,
}

it('says that a token is revoked, although its row is gone by then', async () => {
  let known = [token]
  server.answer(tokens.list, () => ({ tokens: known }))
  server.answer(tokens.revoke, () => {
    known = []
    return { message: 'Success' }
  })
  const user = await open('/tokens', manager)
  await user.click(await screen.findByRole('button', { name: 'Отозвать «Отчёты отдела»' }))
  await user.click(await screen.findByRole('button', { name: 'Отозвать' }))
  await screen.findByText('Токен отозван')
  expect(screen.queryByText('Отчёты отдела')).toBeNull()
})
