import { releases } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { goTo, open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { releaseDetail, steps } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

const ID = 8
const ADDRESS = `/releases/${ID}?tab=comment`
const write = () => screen.findByRole('button', { name: 'Написать' })
const drafts = () => Object.keys(localStorage).filter((key) => key.includes(`.release.${ID}.`))
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Комментарий' })

it('forgets a text that was cancelled, and keeps one that was only left', async () => {
  server.keepSilentOtherwise()
  const { abilities } = releaseDetail(ID)
  server.answer(releases.get, releaseDetail(ID, { abilities: { ...abilities, save: true } }))
  const user = await open(ADDRESS, manager)
  await user.click(await write())
  await user.type(await field(), 'Не то')
  await user.click(screen.getByRole('button', { name: 'Отмена' }))
  await write()
  expect(drafts()).toEqual([])
  await user.click(await write())
  expect((await field()).value).toBe('')

  await user.type(await field(), 'То самое')
  await goTo('/error404')
  await user.click(await screen.findByRole('button', { name: 'Уйти' }))
  await waitFor(() => expect(drafts()).toHaveLength(1))
  await goTo(ADDRESS)
  await user.click(await write())
  expect((await field()).value).toBe('То самое')
})

const REFUSED = [
  ['comment', 'Комментарий', releases.saveComment],
  ['terms', 'Правила', releases.saveTerms],
] as const

it.each(REFUSED)('shows a refused text at its field: %s', async (name, label, endpoint) => {
  server.keepSilentOtherwise()
  const { abilities } = releaseDetail(ID)
  server.answer(releases.get, releaseDetail(ID, { abilities: { ...abilities, save: true } }))
  server.refuse(endpoint, 422, 'Проверьте поля: не всё заполнено правильно', { errors: { [name]: ['Слишком длинно'] } })
  const user = await open(`/releases/${ID}?tab=${name}`, manager)
  await user.click(await write())
  const text = await screen.findByRole('textbox', { name: label })
  await user.type(text, 'А')
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  const form = text.closest('form')
  await waitFor(() => expect(form?.textContent).toContain('Слишком длинно'))
  await waitFor(() => expect(document.activeElement).toBe(text))
  await user.type(text, 'Б')
  await waitFor(() => expect(form?.textContent).not.toContain('Слишком длинно'))
})

it('carries neither an open text nor an open dialog into another release', async () => {
  server.keepSilentOtherwise()
  const { abilities } = releaseDetail(ID)
  server.answer(releases.get, ({ params }) =>
    releaseDetail(params.id, { comment: '', abilities: { ...abilities, save: true, step: true } }),
  )
  server.answer(releases.steps, { steps })
  const user = await open(ADDRESS, manager)
  await user.click(await write())
  await user.type(await field(), 'Только для своего')
  await goTo('/releases/9?tab=comment')
  await user.click(await screen.findByRole('button', { name: 'Уйти' }))
  await user.click(await write())
  expect((await field()).value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Перевести на этап…' }))
  await screen.findByRole('dialog', { name: 'Перевести на этап' })

  await goTo(ADDRESS)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Перевести на этап' })).toBeNull())
  await user.click(await write())
  expect((await field()).value).toBe('Только для своего')
})
