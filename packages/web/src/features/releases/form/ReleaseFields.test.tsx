import { releases } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { releaseDetail } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

const HANDED_OVER = /тем, кому о публикации ещё не писали, уйдут письма/

async function openWith(known: Partial<releases.ReleaseDetail>) {
  server.keepSilentOtherwise()
  server.answer(releases.get, releaseDetail(5, known))
  await open('/release/5', manager)
  await screen.findByText('Виден клиентам')
}

it('says of a release that was published hidden that showing it tells its companies', async () => {
  await openWith({ is_visible_for_client: false, published_at: '2026-03-01T09:00:00.000Z' })
  expect(screen.getByText(HANDED_OVER)).toBeTruthy()
})

it.each([
  ['is visible', { is_visible_for_client: true, published_at: '2026-03-01T09:00:00.000Z' }],
  ['is not published', { is_visible_for_client: false, published_at: null }],
])('does not say it of one that %s', async (_, known) => {
  await openWith(known)
  expect(screen.queryByText(HANDED_OVER)).toBeNull()
})

it('keeps what is refused at the other fields when one is mended', async () => {
  const errors = {
    title: ['Укажите другое название'],
    start_date: ['Начало не подходит'],
    plan_date: ['План не подходит'],
  }
  server.keepSilentOtherwise()
  server.refuse(releases.save, 422, 'Проверьте поля', { errors })
  await open('/release/0', manager)
  const user = userEvent.setup({ delay: null })
  await user.type(await screen.findByRole('textbox', { name: /^Название/ }), 'Касса 8')
  await user.type(screen.getByRole('textbox', { name: 'План' }), '05.03.2100')
  await user.click(screen.getByRole('button', { name: /^Сохранить/ }))
  await screen.findByText('План не подходит')
  await user.type(screen.getByRole('textbox', { name: 'Плановые часы' }), '8')
  await user.tab()
  expect(
    Object.values(errors)
      .flat()
      .filter((sentence) => screen.queryByText(sentence) === null),
  ).toEqual([])
})
