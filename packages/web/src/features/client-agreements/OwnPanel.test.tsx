import { agreements } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { agreementDetail } from '../../testing/agreements.ts'
import { open } from '../../testing/app.tsx'
import { client } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

beforeEach(() => server.keepSilentOtherwise())

test('the release is a link only if the company can open it', async () => {
  server.answer(agreements.get, ({ params }) => agreementDetail(params.id, { open_release_id: null }))
  await open('/clientAgreements?open=5', client)
  await screen.findByRole('heading', { name: 'Релиз 8' })
  expect(screen.queryByRole('link', { name: 'Релиз 8' })).toBeNull()
})

test('a release that the company can open is a link', async () => {
  server.answer(agreements.get, ({ params }) => agreementDetail(params.id))
  await open('/clientAgreements?open=5', client)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Релиз 8' })
  expect(link.getAttribute('href')).toBe('/releases/8')
})
