import { consequences, releases } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, addressesFrom, goTo, open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { releaseDetail } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

/** Deletes a release; the reply is held back until the returned function is called. */
async function deletes() {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  server.keepSilentOtherwise()
  const { abilities } = releaseDetail(8)
  server.answer(releases.get, releaseDetail(8, { abilities: { ...abilities, delete: true } }))
  server.answer(consequences.foresee, { consequences: [] })
  server.answer(consequences.withdrawals, { acts: [] })
  server.answer(releases.remove, async () => {
    await held
    server.refuse(releases.get, 404, 'Релиз не найден')
    return { message: 'Success' }
  })
  const user = await open('/releases/8?tab=files', manager)
  await user.click(await screen.findByRole('button', { name: 'Другие действия' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Удалить…' }))
  await waitFor(() => expect(server.callsOf(releases.remove)).toHaveLength(1))
  return release
}

it('leads from a deleted release to the list, and to no error page before', async () => {
  const release = await deletes()
  const passed = addressesFrom()
  release()
  await waitFor(() => expect(address()).toBe('/releases'))
  expect(passed()).toEqual(['/releases'])
})

it('leaves alone whoever has gone elsewhere while the release is deleted', async () => {
  const release = await deletes()
  await goTo('/notices')
  await screen.findByRole('heading', { level: 1, name: 'Уведомления' })
  release()
  await screen.findByText('Релиз Релиз 8 удалён, его заявки свободны')
  expect(address()).toBe('/notices')
})
