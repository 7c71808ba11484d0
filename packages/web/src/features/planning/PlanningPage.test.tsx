import { consequences, planning, releases, type ReplyOf } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { goTo, open } from '../../testing/app.tsx'
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
const effect = (release_id: number, overrides: Partial<planning.Effect> = {}): planning.Effect => ({
  release_id,
  planned_requests_time: 0,
  not_free: [],
  calculated_date: '2026-03-31',
  calculated_warnings: [],
  overloads: [],
  warnings: [],
  too_early: [],
  moved: [],
  ...overrides,
})
const counted = (effects: planning.Effect[]) => ({
  load: { weeks: [], people: [] },
  effects,
  freezes: [],
  calendar: [],
  warnings: [],
})
const keep = (...changes: planning.Replan[]) =>
  localStorage.setItem(`vypusk.draft.planning.${manager.id}`, JSON.stringify({ changes, variant: null }))
const kept = (): unknown => JSON.parse(localStorage.getItem(`vypusk.draft.planning.${manager.id}`) ?? 'null')
const moving: planning.Effect['moved'][number] = {
  agreement_id: 5,
  idcomp: 1,
  namecomp: 'Компания 1',
  releaseDate: '2027-12-27',
  releaseTime: null,
  company_zone: null,
  status: 2,
  to: '2028-01-10',
  is_approval_lost: true,
  is_against: false,
}
const saved: ReplyOf<typeof planning.save> = {
  message: 'Success',
  mail: 'queued',
  brought: [{ release_id: 7, companies: [], modules: [], version: 2 }],
}
const panel = async () => within(await screen.findByRole('complementary', { name: 'Что если' }))

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(planning.inProgress, { releases: [inProgress(7)] })
  // Kept in the browser when the page was left; 8 has been published and 9 deleted since.
  keep(change(7), change(8), change(9))
  server.answer(planning.preview, ({ body: { changes } }) =>
    counted(changes.map(({ release_id }) => effect(release_id))),
  )
  server.answer(planning.variants, { variants: [] })
  server.answer(consequences.foresee, { consequences: [] })
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

it('leaves the focus on the time line when the last change is taken back', async () => {
  keep(change(7))
  const user = await open('/planning', manager)
  const changes = await panel()
  ;(await changes.findByRole('button', { name: 'Вернуть как было: Релиз 7' })).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Линия времени' })))
})

it('saves nothing with requests that are not free any more, and drops them from the plan with one press', async () => {
  keep({ ...change(7), requests: [11, 12, 13] })
  server.answer(planning.preview, ({ body: { changes } }) =>
    counted(changes.map(({ release_id, requests }) => effect(release_id, { not_free: requests.slice(1) }))),
  )
  const user = await open('/planning', manager)
  const changes = await panel()
  const save = await changes.findByRole<HTMLButtonElement>('button', { name: 'Сохранить все' })
  const alert = within(await changes.findByRole('alert'))
  alert.getByText('2 заявки уже не добавить: они в релизе или удалены')
  changes.getByText(/^\+ 1 заявка/)
  expect(save.disabled).toBe(true)
  await user.click(alert.getByRole('button', { name: 'Убрать эти заявки: Релиз 7' }))
  await waitFor(() => expect(save.disabled).toBe(false))
  expect(changes.queryByRole('alert')).toBeNull()
  expect(kept()).toMatchObject({ changes: [{ release_id: 7, requests: [11] }] })
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
  await backlog.findByText('Всё, что внесено в бэклог, уже в релизах или закончено.')
  await user.type(backlog.getByRole('textbox', { name: 'Поиск в бэклоге' }), 'отчёт')
  await backlog.findByText('Ничего не нашлось')
})

it('leaves out of the backlog what the plan already takes, and dates that stay as they are', async () => {
  const row = inProgress(7)
  localStorage.clear()
  keep({ ...change(7), start_date: row.start_date, plan_date: row.plan_date, requests: [11] })
  const request = { e_title: 'Отчёт', company: { idcomp: 1, namecomp: 'Порт' }, namemod: 'Акты' }
  const [taken, free] = [11, 12].map((id) => ({ ...request, id, planned_time: null, priority: null }))
  server.answer(planning.backlog, { requests: [taken!, free!], total: 163 })
  await open('/planning?backlog=1', manager)
  const backlog = within(await screen.findByRole('complementary', { name: 'Бэклог без релиза' }))
  await backlog.findByText('162 заявки')
  expect(backlog.queryByText(/^11 ·/)).toBeNull()
  const changes = await panel()
  await changes.findByText(/^\+ 1 заявка/)
  expect(changes.queryByText(/→/)).toBeNull()
})

it('tells people of the same name apart in the workload', async () => {
  const weeks = [{ needed: 60, there: 2400 }]
  const people = [4, 5].map((id) => ({ user: { id, name: 'Вера Ким' }, weeks }))
  server.answer(planning.preview, { ...counted([]), load: { weeks: ['2026-03-02'], people } })
  await open('/planning', manager)
  const load = within(await screen.findByRole('table', { name: 'Загрузка людей по неделям, часы' }))
  await load.findByRole('rowheader', { name: 'Вера Ким (№ 4)' })
  load.getByRole('rowheader', { name: 'Вера Ким (№ 5)' })
})

it('says that the workload could not be counted, instead of counting for ever', async () => {
  server.refuseOnce(planning.preview, 422, 'План не посчитан')
  const user = await open('/planning', manager)
  const line = within(await screen.findByRole('region', { name: 'Линия времени' }))
  const refused = within(await line.findByRole('alert'))
  refused.getByText('План не посчитан')
  await user.click(refused.getByRole('button', { name: 'Повторить' }))
  await line.findByRole('table', { name: 'Загрузка людей по неделям, часы' })
})

it('saves nothing whose effects could not be counted, until they are', async () => {
  keep(change(7))
  server.refuseOnce(planning.preview, 422, 'План не посчитан')
  const user = await open('/planning', manager)
  const changes = await panel()
  const refused = within(await changes.findByRole('alert'))
  refused.getByText('План не посчитан')
  const save = changes.getByRole<HTMLButtonElement>('button', { name: 'Сохранить все' })
  expect(save.disabled).toBe(true)
  await user.click(refused.getByRole('button', { name: 'Повторить' }))
  await waitFor(() => expect(save.disabled).toBe(false))
  expect(changes.queryByRole('alert')).toBeNull()
})

it('saves no change before its own effects have been counted', async () => {
  keep(change(7))
  const user = await open('/planning', manager)
  const changes = await panel()
  const save = await changes.findByRole<HTMLButtonElement>('button', { name: 'Сохранить все' })
  await waitFor(() => expect(save.disabled).toBe(false))
  server.keepSilent(planning.preview)
  screen.getByRole('button', { name: /^Релиз 7: / }).focus()
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(save.disabled).toBe(true))
})

it('asks for a reason when the server wants one that the effects did not tell of', async () => {
  keep(change(7))
  const sentence = 'Укажите причину: согласование пропадёт у дат – 1'
  server.refuse(planning.save, 422, 'Проверьте поля', { errors: { reason: [sentence] } })
  const user = await open('/planning', manager)
  const changes = await panel()
  const save = await changes.findByRole<HTMLButtonElement>('button', { name: 'Сохранить все' })
  await waitFor(() => expect(save.disabled).toBe(false))
  await user.click(save)
  const reason = await changes.findByRole('textbox', { name: /Причина переноса/ })
  changes.getByText(sentence)
  expect(save.disabled).toBe(true)
  server.keepSilent(planning.save)
  await user.type(reason, 'Сдвиг работ')
  await user.click(save)
  await waitFor(() => expect(server.callsOf(planning.save)).toHaveLength(2))
  expect(server.callsOf(planning.save)[1]?.body.reason).toBe('Сдвиг работ')
})

it('keeps what was changed while the plan was being saved', async () => {
  keep(change(7))
  server.answer(planning.inProgress, { releases: [inProgress(7), inProgress(10)] })
  const held = Promise.withResolvers<ReplyOf<typeof planning.save>>()
  server.answer(planning.save, () => held.promise)
  const user = await open('/planning', manager)
  const changes = await panel()
  const save = await changes.findByRole<HTMLButtonElement>('button', { name: 'Сохранить все' })
  await waitFor(() => expect(save.disabled).toBe(false))
  await user.click(save)
  screen.getByRole('button', { name: /^Релиз 10: / }).focus()
  await user.keyboard('{ArrowRight}')
  await changes.findByText('2 изменения, ничего не сохранено')
  held.resolve(saved)
  await changes.findByText('1 изменение, ничего не сохранено')
  changes.getByRole('button', { name: 'Вернуть как было: Релиз 10' })
  expect(kept()).toMatchObject({ changes: [{ release_id: 10 }] })
})

it('keeps the reason with the changes, and forgets both once they are saved, even when the page was left', async () => {
  keep(change(7))
  server.answer(planning.preview, counted([effect(7, { moved: [moving] })]))
  const held = Promise.withResolvers<ReplyOf<typeof planning.save>>()
  server.answer(planning.save, () => held.promise)
  const user = await open('/planning', manager)
  const changes = await panel()
  await user.type(await changes.findByRole('textbox', { name: /Причина переноса/ }), 'Сдвиг работ')
  expect(kept()).toMatchObject({ reason: 'Сдвиг работ' })
  await user.click(await changes.findByRole('button', { name: 'Сохранить все' }))
  await goTo('/error404')
  held.resolve(saved)
  await waitFor(() => expect(kept()).toBeNull())
})

it('says that a variant was not deleted when the page has been left meanwhile', async () => {
  const variant = { id: 3, name: 'Апрель', is_shared: false, stale: [], may_remove: true, version: 1 }
  const writing = { author: { id: manager.id, name: manager.name }, updated_at: '2026-03-02T09:00:00.000Z' }
  server.answer(planning.variants, { variants: [{ ...variant, ...writing, changes: [change(7)] }] })
  const held = Promise.withResolvers<never>()
  server.answer(planning.removeVariant, () => held.promise)
  const user = await open('/planning', manager)
  await user.click(await screen.findByRole('button', { name: 'Варианты (1)' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Удалить «Апрель»' }))
  await user.click(await screen.findByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(server.callsOf(planning.removeVariant)).toHaveLength(1))
  await goTo('/error404')
  held.reject(new TypeError('Failed to fetch'))
  await screen.findByText(/Нет связи с сервером/)
})
