import { releases } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { releaseDetail } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

const HANDED_OVER = /тем, кому о публикации ещё не писали, уйдут письма/

async function openWith(known: Partial<releases.ReleaseDetail>) {
  server.keepSilentOtherwise()
  server.answer(releases.get, releaseDetail(5, known))
  await open('/release/5', manager)
  await screen.findByText('Виден клиентам')
}

it('says of a release that was published hidden that showing it tells its companies', async () => {
  await openWith({ is_visible_for_client: false, published_at: '2026-03-01T09:00:00.000Z' })
  expect(screen.getByText(HANDED_OVER)).toBeTruthy()
})

it.each([
  ['is visible', { is_visible_for_client: true, published_at: '2026-03-01T09:00:00.000Z' }],
  ['is not published', { is_visible_for_client: false, published_at: null }],
])('does not say it of one that %s', async (_, known) => {
  await openWith(known)
  expect(screen.queryByText(HANDED_OVER)).toBeNull()
})
