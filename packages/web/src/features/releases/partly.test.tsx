import { releases } from '@vypusk/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { releaseCompany, releaseDetail, waitedFor } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

/** A release that one company has got while others have not. */

const ID = 8
const has = releaseCompany(7, { namecomp: 'ГУП «Водоканал»', published: true })
const others = releaseCompany(9, { namecomp: 'АО «Порт»' })
const waited = waitedFor(9, { namecomp: 'АО «Порт»' })
const readiness = { ready: false, called_off: false, agreed: 1, expected: 2, warned: [], unnamed: [] }
const published = { published_at: '2026-03-06T09:00:00.000Z', companies: [has, others] }

async function opened(waiting: releases.WaitedFor[]) {
  server.keepSilentOtherwise()
  server.answer(releases.get, releaseDetail(ID, { ...published, readiness: { ...readiness, waiting } }))
  await open(`/releases/${ID}?tab=agreements`, manager)
  return within(await screen.findByRole('region', { name: 'Готовность' }))
}

it('names the companies that are still waited for', async () => {
  const aside = await opened([waited])
  aside.getByRole('link', { name: 'Дата не отправлена' })
  const held = within(await screen.findByRole('region', { name: 'Кто держит релиз' }))
  held.getByRole('heading', { name: 'Ещё ждём: 1 из 2' })
  held.getByText('АО «Порт»')
})

it('names nobody once everybody has it', async () => {
  const aside = await opened([])
  expect(aside.queryByRole('list', { name: 'Кто держит релиз' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Кто держит релиз' })).toBeNull()
})
