import { refusals, releases } from '@vypusk/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { releaseDetail } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

const calculation: releases.Calculation = {
  planned_requests_time: 120,
  planned_time: 600,
  difference: 480,
  people: 1,
  working_days: 1,
  start_date: '2026-03-02',
  plan_date: '2026-03-03',
  ends: true,
  warnings: [],
  busy: [],
}

it('offers to try again when the calculation has failed to load', async () => {
  server.keepSilentOtherwise()
  server.answer(releases.get, releaseDetail(5))
  server.refuse(releases.calculationRequests, 403, refusals.own_fault[1])
  const user = await open('/release/5', manager)
  const sentence = await screen.findByText('Расчёт не загрузился')
  server.answer(releases.calculationRequests, { calculation })
  const alert = screen.getAllByRole('alert').find((one) => one.contains(sentence))
  await user.click(within(alert ?? document.body).getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByRole('heading', { name: 'Расчёт' })).toBeDefined()
})
