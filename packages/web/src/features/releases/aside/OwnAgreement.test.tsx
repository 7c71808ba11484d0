import { agreements, releases, threads, trials } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { agreementDetail, thread } from '../../../testing/agreements.ts'
import { open } from '../../../testing/app.tsx'
import { client } from '../../../testing/people.ts'
import { releaseCompany, releaseDetail } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

const { abilities } = agreementDetail(5)
const company = releaseCompany(7, { namecomp: 'ГУП «Водоканал»', status: 1, agreement_id: 5 })

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(releases.get, releaseDetail(8, { companies: [company] }))
  server.answer(agreements.get, agreementDetail(5, { abilities: { ...abilities, approve: true } }))
})

const alertOf = async (title: string) => within((await screen.findByText(title)).closest<HTMLElement>('[role=alert]')!)

it('takes no consent before the open remarks are known, and says that they have not loaded', async () => {
  server.refuse(threads.of, 429, 'Слишком много запросов')
  server.refuse(trials.get, 429, 'Слишком много запросов')
  const user = await open('/releases/8', client)
  const alert = await alertOf('Замечания не загрузились')
  expect(screen.queryByRole('button', { name: /^Согласовать/ })).toBeNull()
  screen.getByRole('button', { name: 'Есть замечание' })
  server.answer(threads.of, { threads: [] })
  await user.click(alert.getByRole('button', { name: 'Повторить' }))
  await screen.findByRole('button', { name: 'Согласовать дату' })
})

it('says that the part about trying has not loaded', async () => {
  server.answer(threads.of, { threads: [] })
  server.refuse(trials.get, 429, 'Слишком много запросов')
  await open('/releases/8', client)
  const alert = await alertOf('Проверка на стенде не загрузилась')
  expect(alert.getByRole('button', { name: 'Повторить' })).toHaveProperty('disabled', false)
})

it.each([
  ['closed', 'открытых нет', /settled/],
  ['open', 'открытых 1', /remark/],
] as const)('calls attention to remarks only while one is open: %s', async (state, words, look) => {
  server.answer(threads.of, { threads: [thread(9, { state, blocks: false })] })
  server.refuse(trials.get, 429, 'Слишком много запросов')
  await open('/releases/8', client)
  const link = await screen.findByRole('link', { name: `Замечания: ${words}` })
  expect(link.parentElement?.className).toMatch(look)
})

it('the form of a remark, which opens in a tab far from its button, has the focus', async () => {
  server.answer(threads.of, { threads: [] })
  const user = await open('/releases/8', client)
  await screen.findByRole('button', { name: 'Согласовать дату' })
  await user.click(screen.getByRole('button', { name: 'Есть замечание' }))
  // The form until its editor has been loaded, then the editor.
  await screen.findByRole('form', { name: 'Новое замечание' })
  const field = await screen.findByRole('textbox', { name: 'Новое замечание' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  const raise = screen.getByRole('button', { name: 'Есть замечание' })
  await user.click(raise)
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.click(screen.getByRole('button', { name: 'Отмена' }))
  await waitFor(() => expect(document.activeElement).toBe(raise))
})

it('says that a date was withdrawn, and no more why it was moved', async () => {
  const withdrawn = { status: 0, by_rivc: false, date_withdrawn: true, cancel_reason: 'Так решили' } as const
  server.answer(agreements.get, agreementDetail(5, withdrawn))
  await open('/releases/8', client)
  await screen.findByText(/^Дата снята: /)
  expect(screen.queryByText(/Так решили/)).toBeNull()
})
