import { agreements, offers, threads } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { agreementDetail, scope, thread } from '../../testing/agreements.ts'
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

test('remarks about a release that the company cannot open are answered here', async () => {
  server.answer(agreements.get, ({ params }) => agreementDetail(params.id, { open_release_id: null }))
  const asked = thread(1, { side: 'staff', state: 'open' })
  server.answer(threads.of, { threads: [asked] })
  server.answer(threads.answer, { message: 'Success', mail: 'sent' as const, thread: { ...asked, state: 'answered' } })
  const user = await open('/clientAgreements?open=5', client)
  const card = within(await screen.findByRole('article', { name: /^Замечание № 1,/ }))
  await user.click(card.getByRole('button', { name: /^Ответить/ }))
  await user.type(await card.findByRole('textbox'), 'Печать стоит')
  await user.click(card.getByRole('button', { name: /Отправить|Ответить/ }))
  await waitFor(() => expect(server.callsOf(threads.answer)[0]?.params).toEqual({ id: 1 }))
})

test('a release that the company can open is a link, and its remarks are there', async () => {
  server.answer(agreements.get, ({ params }) => agreementDetail(params.id))
  await open('/clientAgreements?open=5', client)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Релиз 8' })
  expect(link.getAttribute('href')).toBe('/releases/8')
  expect(server.callsOf(threads.of)).toEqual([])
})

test('everything that the company agrees to is shown, and what is wrong with the date', async () => {
  const objections = [{ kind: 'closed' as const, idcomp: 7, text: '29.03.2030 закрыто: инвентаризация' }]
  server.answer(agreements.get, ({ params }) => agreementDetail(params.id, { scope: scope(), objections }))
  await open('/clientAgreements?open=5', client)
  await screen.findByText('Печатается сразу')
  for (const text of ['Для кассиров', 'Снять копию базы', 'Учёт – Касса', objections[0]!.text]) screen.getByText(text)
})

test.each([
  ['a remark', { open_remarks: { blocking: 1, other: 0, unanswered: 1 } }],
  ['an offer', { offer: { id: 3, releaseDate: '2030-03-29', releaseTime: null } }],
])('after %s of its own the company is not told that its answer is awaited', async (_, written) => {
  server.answer(agreements.get, ({ params }) => agreementDetail(params.id, { status: 1, ...written }))
  await open('/clientAgreements?open=5', client)
  await screen.findByText('Ждёт ответа поставщика')
  expect(screen.queryByText(/^(Ждёт|Дата ждёт) вашего ответа/)).toBeNull()
})

/** A date that waits for the company, which may also offer another. */
const asked = (id: number, overrides: Partial<agreements.AgreementDetail> = {}) =>
  agreementDetail(id, { abilities: { ...agreementDetail(id).abilities, approve: true, offer: true }, ...overrides })

test('the date is agreed to where it is read, with the scope that is shown', async () => {
  server.answer(agreements.get, ({ params }) => asked(params.id, { scope: scope() }))
  server.answer(agreements.update, ({ params }) => ({
    message: 'Success',
    mail: 'sent' as const,
    agreement: agreementDetail(params.id, { by_client: true, status: 2, version: 2 }),
  }))
  const user = await open('/clientAgreements?open=5', client)
  await user.click(await screen.findByRole('button', { name: 'Согласовать дату' }))
  await waitFor(() =>
    expect(server.callsOf(agreements.update)[0]?.body).toMatchObject({
      updateTarget: 5,
      version: 1,
      scope_sha: scope().sha256,
    }),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Согласовать/ })).toBeNull())
})

test('another date can be offered here, and a remark leads to where remarks are written', async () => {
  server.answer(agreements.get, ({ params }) => asked(params.id))
  const user = await open('/clientAgreements?open=5', client)
  await user.click(await screen.findByRole('button', { name: 'Предложить другую дату' }))
  await screen.findByRole('button', { name: 'Предложить дату' })
  await user.click(screen.getByRole('button', { name: 'Отмена' }))
  const raise = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Есть замечание' })
  expect(raise.getAttribute('href')).toBe('/releases/8?tab=remarks&raise=1')
})

test('an offered date that is refused has the focus', async () => {
  server.answer(agreements.get, ({ params }) => asked(params.id))
  server.refuseOnce(offers.propose, 422, 'Проверьте поля', { errors: { releaseDate: ['В этот день закрыто'] } })
  const user = await open('/clientAgreements?open=5', client)
  await user.click(await screen.findByRole('button', { name: 'Предложить другую дату' }))
  const day = await screen.findByRole('textbox', { name: 'Другая дата' })
  await user.type(day, '{Control>}a{/Control}30.03.2030{Tab}')
  await user.click(screen.getByRole('button', { name: 'Предложить дату' }))
  await screen.findByText('В этот день закрыто')
  await waitFor(() => expect(document.activeElement).toBe(day))
})

test('why nobody of the company can agree is said', async () => {
  const { abilities } = agreementDetail(5)
  server.answer(agreements.get, ({ params }) =>
    agreementDetail(params.id, { abilities: { ...abilities, approve: 'Согласует ответственный' } }),
  )
  await open('/clientAgreements?open=5', client)
  await screen.findByText('Согласует ответственный')
  expect(screen.queryByRole('button', { name: /^Согласовать/ })).toBeNull()
})
