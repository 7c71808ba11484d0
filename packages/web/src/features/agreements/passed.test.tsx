import { agreements, approve, releases } from '@vypusk/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agreementDetail, linkQuestion } from '../../testing/agreements.ts'
import { open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { releaseCompany, releaseDetail } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

/** What everybody sees of a date that passed before the client agreed to it. */

const REASON = 'Дата прошла, согласовать её уже нельзя. Предложите другую'
const company = releaseCompany(7, { status: 1, agreement_id: 5, date_passed: true })
const passed = agreementDetail(5, { date_passed: true, releaseDate: '2026-03-20' })

it('tells staff to appoint another date', async () => {
  server.keepSilentOtherwise()
  server.answer(agreements.get, passed)
  await open('/agreements/5', manager)
  await screen.findByText('Дата прошла без ответа: согласовать её клиент уже не может')
  expect(
    screen.queryByText('Назначьте другую дату и спросите о ней или отметьте, что клиент согласовал.'),
  ).not.toBeNull()
})

it('does not advise so once the company has the release', async () => {
  server.keepSilentOtherwise()
  server.answer(agreements.get, { ...passed, published: true })
  await open('/agreements/5', manager)
  await screen.findByText('Релиз опубликован для компании без согласования: ответа не ждём и не напоминаем')
  screen.getByText('релиз опубликован')
  expect(screen.queryByText(/Дата прошла без ответа/)).toBeNull()
})

const readiness = { ready: true, called_off: false, agreed: 0, expected: 1, waiting: [], warned: [], unnamed: [] }

it('shows a company that has the release as published', async () => {
  server.keepSilentOtherwise()
  const got = {
    ...passed,
    trials: null,
    published: true,
    company_id: 7,
    company: { idcomp: company.idcomp, namecomp: company.namecomp },
  }
  const detail = releaseDetail(8, { companies: [{ ...company, published: true }], agreements: [got], readiness })
  server.answer(releases.get, detail)
  await open('/releases/8', manager)
  await screen.findByText('релиз опубликован')
  expect(screen.queryByText('дата прошла')).toBeNull()
})

it('does not tell the company that its answer is awaited', async () => {
  server.keepSilentOtherwise()
  server.answer(releases.get, releaseDetail(8, { companies: [company] }))
  server.answer(agreements.get, { ...passed, abilities: { ...passed.abilities, approve: REASON, offer: true } })
  await open('/releases/8', client)
  const part = await screen.findByRole('region', { name: 'Согласование' })
  await within(part).findByText(REASON)
  within(part).getByText('Дата прошла')
  expect(within(part).queryByText('Ждёт вашего ответа')).toBeNull()
})

const question = linkQuestion({ releaseDate: '2026-03-20', can_agree: REASON })

it('asks nothing behind the link of a letter', async () => {
  server.keepSilentOtherwise()
  server.answer(approve.ask, question)
  await open('/approve/secret', null)
  await screen.findByRole('heading', { name: 'Установка релиза «Релиз 8»' })
  screen.getByText(REASON)
  expect(screen.queryByRole('button', { name: 'Согласовать' })).toBeNull()
})
