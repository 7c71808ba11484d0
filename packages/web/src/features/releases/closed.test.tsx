import { agreements, consequences, releases, scopes } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agreementDetail } from '../../testing/agreements.ts'
import { open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { pageWith, releaseCompany, releaseDetail, releaseRow, steps } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

/** What the two sides see of a release that was closed without being published. */

const ID = 8
const company = releaseCompany(7, { namecomp: 'ГУП «Водоканал»', status: 1, agreement_id: 5, called_off: true })
const closed = steps[1]!
const agreement = agreementDetail(5, { called_off: true })
const readiness = { ready: false, called_off: true, agreed: 0, expected: 1, waiting: [], warned: [], unnamed: [] }

it('waits for nobody and asks nobody', async () => {
  server.keepSilentOtherwise()
  server.answer(releases.get, releaseDetail(ID, { step: closed, companies: [company], agreements: [], readiness }))
  await open(`/releases/${ID}`, manager)
  const part = await screen.findByRole('region', { name: 'Готовность' })
  within(part).getByText('Релиз закрыт без публикации: согласований не ждём')
  expect(screen.queryByRole('group', { name: 'Спросить компании' })).toBeNull()
})

it('tells the company that nothing is going to be installed, and asks for no answer', async () => {
  server.keepSilentOtherwise()
  server.answer(releases.get, releaseDetail(ID, { step: closed, companies: [company] }))
  server.answer(agreements.get, agreement)
  await open(`/releases/${ID}`, client)
  const part = await screen.findByRole('region', { name: 'Согласование' })
  await within(part).findByText(/^Релиз закрыт, устанавливать его не будут/)
  within(part).getByText('Релиз закрыт')
  expect(within(part).queryByText('Ждёт вашего ответа')).toBeNull()
})

const scope_change = {
  since: '2026-03-02T09:00:00.000Z',
  scope_sha: '0'.repeat(64),
  added: [],
  removed: [],
  changed: [],
}

it('asks staff for no decision about a scope that changed after the release was closed', async () => {
  const changed = { ...agreement, status: 2 as const, scope_change, trials: null }
  server.keepSilentOtherwise()
  server.answer(
    releases.get,
    releaseDetail(ID, { step: closed, companies: [company], agreements: [changed], readiness }),
  )
  await open(`/releases/${ID}?tab=agreements`, manager)
  const table = await screen.findByRole('table', { name: 'Согласования релиза' })
  within(table).getByText('Состав изменился')
  expect(screen.queryByRole('button', { name: 'Согласовать заново' })).toBeNull()
})

it('says of a hidden release why its companies cannot be told of a changed scope', async () => {
  const changed = { ...agreementDetail(5), status: 2 as const, scope_change, trials: null }
  server.keepSilentOtherwise()
  server.answer(
    releases.get,
    releaseDetail(ID, { companies: [company], agreements: [changed], readiness, is_visible_for_client: false }),
  )
  const user = await open(`/releases/${ID}?tab=agreements`, manager)
  const tell = await screen.findByRole('button', { name: 'Только сообщить' })
  const anew = screen.getByRole('button', { name: 'Согласовать заново' })
  const why = [tell, anew].map((button) => button.getAttribute('aria-description'))
  expect(why).toEqual([scopes.HIDDEN_SCOPE, scopes.HIDDEN_SCOPE])
  await user.click(tell)
  expect(server.callsOf(scopes.settle)).toEqual([])
})

/** What the company hears when the release is closed or opened again. */
const foreseen = (told: Pick<consequences.Foreseen, 'kind' | 'said'>): consequences.Foreseen => ({
  ...told,
  agreement_id: 5,
  release: { id: ID, name: 'Релиз 8' },
  company: { idcomp: 7, namecomp: company.namecomp },
  agreed: false,
  releaseDate: '2030-03-20',
  releaseTime: null,
  zone: 'Europe/Moscow',
  company_zone: null,
  addressees: ['Клара Северная'],
})
const resumed = foreseen({ kind: 'resumed', said: 'Релиз снова в работе' })

/** Opens the dialog that moves a release to another step. */
async function moving(overrides: Partial<releases.ReleaseDetail>, told: consequences.Foreseen) {
  server.keepSilentOtherwise()
  const abilities = { ...releaseDetail(ID).abilities, step: true as const }
  server.answer(releases.get, releaseDetail(ID, { companies: [company], abilities, readiness, ...overrides }))
  server.answer(releases.steps, { steps })
  server.answer(consequences.foresee, { consequences: [told] })
  const user = await open(`/releases/${ID}`, manager)
  await user.click(await screen.findByRole('button', { name: /Перевести/ }))
  return user
}

it('shows the companies that will be told before the release is closed', async () => {
  const told = foreseen({ kind: 'called_off', said: 'Релиз закрыт, устанавливать его не будут' })
  await moving({ step: steps[0]!, readiness: { ...readiness, called_off: false } }, told)
  const group = await screen.findByRole('group', { name: 'Что это значит для согласований' })
  within(group).getByText('Одна компания узнает, что установки не будет')
  within(group).getByText('спросили о 20.03.2030 · письмо: Клара Северная')
})

it('shows them before it is opened again, too', async () => {
  const user = await moving({ step: closed }, resumed)
  await user.click(await screen.findByRole('radio', { name: 'Разработка' }))
  const group = await screen.findByRole('group', { name: 'Что это значит для согласований' })
  within(group).getByText('Одна компания узнает, что релиз снова в работе')
  within(group).getByText('спросили о 20.03.2030 · письмо: Клара Северная')
  expect(server.callsOf(consequences.foresee).map(({ body }) => body)).toEqual([
    { change: 'release_reopened', release_id: ID },
  ])
})

it('asks before a card is moved from the closed step, and moves it only then', async () => {
  server.keepSilentOtherwise()
  server.answer(releases.steps, { steps })
  server.answer(releases.list, ({ body }) =>
    pageWith(body.steps?.includes(closed.id) ? [{ ...releaseRow(ID), step: closed }] : []),
  )
  server.answer(consequences.foresee, { consequences: [resumed] })
  server.answer(releases.changeStep, { message: 'Success', release: releaseDetail(ID, { step: steps[0]! }) })
  const user = await open('/releases?view=board', manager)
  const move = async () => {
    await user.click(await screen.findByRole('button', { name: 'Перевести на этап: Релиз 8' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Разработка' }))
    return within(await screen.findByRole('dialog', { name: 'Снова открыть релиз Релиз 8?' }))
  }
  const first = await move()
  first.getByText('Одна компания узнает, что релиз снова в работе')
  await user.click(first.getByRole('button', { name: 'Отмена' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.callsOf(releases.changeStep)).toEqual([])
  await user.click((await move()).getByRole('button', { name: 'Перевести' }))
  await waitFor(() => expect(server.callsOf(releases.changeStep).map(({ body }) => body)).toEqual([{ step_id: 1 }]))
})
