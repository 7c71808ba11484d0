import { planning, releases } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { releaseDetail, releaseRow } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

const inProgress = (id: number): planning.PlanningRelease => ({
  ...releaseRow(id),
  priority: null,
  readiness: { ready: false, agreed: 0, expected: 0 },
  installations: [],
})
const change = (release_id: number): planning.Replan => ({
  release_id,
  start_date: '2026-03-02',
  plan_date: '2027-12-30',
  requests: [],
  shift_agreements: false,
  version: 1,
})
const panel = async () => within(await screen.findByRole('complementary', { name: 'Что если' }))

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(planning.inProgress, { releases: [inProgress(7)] })
  // Kept in the browser when the page was left; 8 has been published and 9 deleted since.
  const kept = { changes: [change(7), change(8), change(9)], variant: null }
  localStorage.setItem(`vypusk.draft.planning.${manager.id}`, JSON.stringify(kept))
  server.refuse(releases.get, 404, 'Релиз не найден')
  server.keepSilent(planning.save)
})

it('takes back the change of a release that is no longer in progress, and saves the others', async () => {
  server.answer(releases.get, ({ params: { id } }) => releaseDetail(id, { title: id === 8 ? 'Весенний' : 'Удалённый' }))
  const user = await open('/planning', manager)
  const changes = await panel()
  const save = await changes.findByRole<HTMLButtonElement>('button', { name: 'Сохранить все' })
  expect(await changes.findAllByText('Релиз больше не в работе')).toHaveLength(2)
  expect(save.disabled).toBe(true)
  await user.click(await changes.findByRole('button', { name: 'Убрать: Весенний' }))
  await user.click(await changes.findByRole('button', { name: 'Убрать: Удалённый' }))
  await waitFor(() => expect(save.disabled).toBe(false))
  expect(changes.queryByText('Релиз больше не в работе')).toBeNull()
  await user.click(save)
  await waitFor(() => expect(server.callsOf(planning.save)).toHaveLength(1))
  expect(server.callsOf(planning.save)[0]?.body.changes).toEqual([change(7)])
})

it('names a deleted release by its number, and stays on the page', async () => {
  const user = await open('/planning', manager)
  const changes = await panel()
  await user.click(await changes.findByRole('button', { name: 'Убрать: Релиз 9' }))
  await changes.findByRole('button', { name: 'Убрать: Релиз 8' })
  expect(changes.queryByText('Релиз 9')).toBeNull()
})

it('opens closed days with «Отменить», although they are gone from the list by then', async () => {
  const freeze: planning.Freeze = {
    id: 1,
    company: null,
    date_from: '2027-02-01',
    date_to: '2027-02-03',
    reason: 'Закрытие квартала',
    author: { id: manager.id, name: manager.name },
    by_client: false,
    created_at: '2027-01-01T09:00:00.000Z',
  }
  server.answer(planning.freezes, { freezes: [freeze] })
  server.answer(planning.removeFreeze, () => {
    server.answer(planning.freezes, { freezes: [] })
    return { message: 'Success' }
  })
  server.answer(planning.addFreeze, { message: 'Success', freeze })
  // The days are open when all of planning has been fetched again.
  localStorage.clear()
  server.answer(planning.variants, { variants: [] })
  server.refuse(planning.preview, 422, 'План не посчитан')
  const user = await open('/planning', manager)
  await user.click(await screen.findByRole('button', { name: /^Закрытые дни/ }))
  await user.click(await screen.findByRole('button', { name: 'Открыть дни: Все компании' }))
  await user.click(await screen.findByRole('button', { name: 'Отменить' }))
  await waitFor(() => expect(server.callsOf(planning.addFreeze)).toHaveLength(1))
  expect(server.callsOf(planning.addFreeze)[0]?.body).toMatchObject({ idcomp: null, reason: 'Закрытие квартала' })
})

it('says that the backlog has not loaded, instead of showing an empty one', async () => {
  server.refuse(planning.backlog, 429, 'Слишком много запросов')
  const user = await open('/planning?backlog=1', manager)
  const backlog = within(await screen.findByRole('complementary', { name: 'Бэклог без релиза' }))
  const alert = within(await backlog.findByRole('alert'))
  server.answer(planning.backlog, { requests: [], total: 0 })
  await user.click(alert.getByRole('button', { name: 'Повторить' }))
  await backlog.findByText('Всё, что внесено в бэклог, уже в релизах.')
})
