import { planning, refusals } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const HOW = 'Сдвиньте релиз на линии и сохраните изменения как вариант'
const whyNot = async () => (await screen.findByRole('button', { name: 'Варианты' })).getAttribute('aria-description')

it('says that there are no variants only when that is known', async () => {
  server.keepSilentOtherwise()
  server.answer(planning.inProgress, { releases: [] })
  const loaded = Promise.withResolvers<void>()
  server.answer(planning.variants, () => loaded.promise.then(() => ({ variants: [] })))
  await open('/planning', manager)
  expect(await whyNot()).toBe('Загружаются')
  loaded.resolve()
  await waitFor(async () => expect(await whyNot()).toBe(HOW))
})

it('asks again for variants that have failed to load', async () => {
  server.keepSilentOtherwise()
  server.answer(planning.inProgress, { releases: [] })
  server.refuse(planning.variants, 403, refusals.own_fault[1])
  const user = await open('/planning', manager)
  const again = await screen.findByRole('button', { name: 'Варианты не загрузились: повторить' })
  server.answer(planning.variants, { variants: [] })
  await user.click(again)
  expect(await whyNot()).toBe(HOW)
})
