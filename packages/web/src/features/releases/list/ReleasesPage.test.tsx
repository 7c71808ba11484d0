import { auth, lookups, releases } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { address, open } from '../../../testing/app.tsx'
import { client, manager, noSettings } from '../../../testing/people.ts'
import { pageWith, releaseRow, steps } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

const CLOSED = 4
const totals = { count: 1, planned_time: 0, by_step: [] }
const lastQuery = () => server.callsOf(releases.summary).at(-1)?.body

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(releases.steps, { steps })
  server.answer(releases.summary, { ...pageWith([releaseRow(5)]), totals })
  server.answer(releases.list, ({ body }) => pageWith(body.steps?.includes(0) ? [releaseRow(5)] : []))
})

it('fetches the chosen step, and keeps it in the address and for the next visit', async () => {
  const user = await open('/releases', manager)
  await screen.findByText('Релиз 5')
  await user.click(await within(await screen.findByRole('search')).findByRole('button', { name: 'Этап' }))
  await user.click(await screen.findByRole('option', { name: 'Закрыт' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ steps: [CLOSED] }))
  expect(address()).toContain(`steps=${CLOSED}`)
  await waitFor(() =>
    expect(server.callsOf(auth.saveSettings).map(({ body }) => body)).toContainEqual({
      page: 'ReleasesPage',
      pageSettings: { selectedSystems: [], selectedModules: [], selectedSteps: [CLOSED] },
    }),
  )
})

it('restores the last visit’s choice, and links rows to their releases', async () => {
  const ReleasesPage = { selectedSystems: [], selectedModules: [], selectedSteps: [CLOSED] }
  server.answer(auth.getSettings, { ...noSettings, ReleasesPage })
  const user = await open('/releases', manager)
  await waitFor(() => expect(address()).toContain(`steps=${CLOSED}`))
  await waitFor(() => expect(lastQuery()).toMatchObject({ steps: [CLOSED] }))
  await user.click(await screen.findByText('Релиз 5'))
  await waitFor(() => expect(address()).toBe('/releases/5'))
})

it('filters by a company that is hidden by now', async () => {
  server.answer(lookups.companies, { companies: [{ idcomp: 4, namecomp: 'Порт' }] })
  server.answer(releases.authors, { authors: [], hidden_companies: [{ idcomp: 9, namecomp: 'Верфь' }] })
  const user = await open('/releases', manager)
  await screen.findByText('Релиз 5')
  await user.click(await within(await screen.findByRole('search')).findByRole('button', { name: 'Компания' }))
  await user.click(await screen.findByRole('option', { name: 'Верфь (скрыта)' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ companies: [9] }))
})

it('a client sees the board but cannot move cards', async () => {
  await open('/releases?view=board', client)
  const column = await screen.findByRole('region', { name: 'Планирование' })
  await within(column).findByText('Релиз 5')
  expect(screen.queryByRole('button', { name: /^Перевести на этап/ })).toBeNull()
})

it('staff move cards with a menu', async () => {
  await open('/releases?view=board', manager)
  await screen.findByRole('button', { name: 'Перевести на этап: Релиз 5' })
})
