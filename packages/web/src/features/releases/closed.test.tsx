import { agreements, consequences, releases } from '@vypusk/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agreementDetail } from '../../testing/agreements.ts'
import { open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { releaseCompany, releaseDetail, steps } from '../../testing/releases.ts'
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

it('asks staff for no decision about a scope that changed after the release was closed', async () => {
  const scope_change = {
    since: '2026-03-02T09:00:00.000Z',
    scope_sha: '0'.repeat(64),
    added: [],
    removed: [],
    changed: [],
  }
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

it('shows the companies that will be told before the release is closed', async () => {
  server.keepSilentOtherwise()
  const abilities = { ...releaseDetail(ID).abilities, step: true as const }
  const detail = releaseDetail(ID, { step: steps[0]!, companies: [company], abilities })
  server.answer(releases.get, { ...detail, readiness: { ...readiness, called_off: false } })
  server.answer(releases.steps, { steps })
  server.answer(consequences.foresee, {
    consequences: [
      {
        agreement_id: 5,
        release: { id: ID, name: 'Релиз 8' },
        company: { idcomp: 7, namecomp: company.namecomp },
        kind: 'called_off',
        said: 'Релиз закрыт, устанавливать его не будут',
        agreed: false,
        releaseDate: '2030-03-20',
        releaseTime: null,
        addressees: ['Клара Северная'],
      },
    ],
  })
  const user = await open(`/releases/${ID}`, manager)
  await user.click(await screen.findByRole('button', { name: /Перевести/ }))
  const group = await screen.findByRole('group', { name: 'Что это значит для согласований' })
  within(group).getByText('Одна компания узнает, что установки не будет')
  within(group).getByText('спросили о 20.03.2030 · письмо: Клара Северная')
})
