import { agreements } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agreementDetail } from '../../testing/agreements.ts'
import { goTo, open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const CONFLICT = /другой человек сохранил своё/
const sent = agreementDetail(5, { status: 1 })
const moved = agreementDetail(5, {
  status: 0,
  by_rivc: false,
  releaseDate: '2030-03-30',
  cancel_reason: 'Сдвиг тестирования',
  version: 2,
})

const form = async () => within(await screen.findByRole('form', { name: 'Дата и время установки' }))
const day = async () => (await form()).getByRole<HTMLInputElement>('textbox', { name: 'Дата' })
const reason = async () => (await form()).findByRole('textbox', { name: /^Причина переноса/ })
const save = async () => (await form()).getByRole('button', { name: 'Сохранить' })

async function opens() {
  server.keepSilentOtherwise()
  server.answer(agreements.get, sent)
  const user = await open('/agreements/5', manager)
  await user.clear(await day())
  await user.type(await day(), '30.03.2030')
  await user.tab()
  await user.type(await reason(), 'Сдвиг тестирования')
  return user
}

it('moves an approved date without taking the own save for another person’s', async () => {
  const user = await opens()
  server.answer(agreements.update, { message: 'Success', agreement: moved, mail: 'sent' })
  await user.click(await save())
  await screen.findByText('Согласование обновлено')
  await waitFor(async () => expect((await form()).queryByRole('button', { name: 'Сохранить' })).toBeNull())
  expect(screen.queryByText(CONFLICT)).toBeNull()
  expect((await day()).value).toBe('30.03.2030')
  expect(server.callsOf(agreements.update)[0]?.body).toMatchObject({ cancel_reason: 'Сдвиг тестирования', version: 1 })

  // Neither does the draft come back later.
  server.answer(agreements.get, moved)
  await goTo('/error404')
  await goTo('/agreements/5')
  expect((await form()).queryByRole('button', { name: 'Сохранить' })).toBeNull()
})

it('keeps what is typed while the save is under way', async () => {
  const user = await opens()
  let answer = () => {}
  const replied = new Promise<void>((resolve) => (answer = resolve))
  server.answer(agreements.update, async () => {
    await replied
    return { message: 'Success', agreement: moved, mail: 'sent' as const }
  })
  await user.click(await save())
  await user.clear(await day())
  await user.type(await day(), '31.03.2030')
  await user.tab()
  answer()
  await screen.findByText('Согласование обновлено')
  expect((await day()).value).toBe('31.03.2030')
  await save()
  expect(screen.queryByText(CONFLICT)).toBeNull()
})
