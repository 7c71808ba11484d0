import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const NEW = { name: 'Новая публикация' }

it('only staff are offered to publish', async () => {
  server.keepSilentOtherwise()
  await open('/publications', client)
  await screen.findByRole('heading', { level: 1, name: 'Публикации' })
  expect(screen.queryByRole('link', NEW)).toBeNull()
})

it('staff are', async () => {
  server.keepSilentOtherwise()
  await open('/publications', manager)
  await screen.findByRole('link', NEW)
})
