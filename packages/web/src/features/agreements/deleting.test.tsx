import { agreements, consequences } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agreementDetail } from '../../testing/agreements.ts'
import { address, addressesFrom, open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { pageWith } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

it('leads from a deleted agreement to the list, and to no error page before', async () => {
  server.keepSilentOtherwise()
  const { abilities } = agreementDetail(7)
  server.answer(agreements.get, agreementDetail(7, { abilities: { ...abilities, delete: true } }))
  server.answer(agreements.list, { ...pageWith([]), counts: { total: 0, by_status: [], by_shown: [] } })
  server.answer(agreements.getFilters, { statuses: [], releases: [], companies: [] })
  server.answer(consequences.foresee, { consequences: [] })
  server.answer(consequences.withdrawals, { acts: [] })
  server.answer(agreements.remove, () => {
    server.refuse(agreements.get, 404, 'Согласование не найдено')
    return { message: 'Success' }
  })
  const user = await open('/agreements/7', manager)
  const remove = await screen.findByRole('button', { name: 'Удалить согласование' })
  const passed = addressesFrom()
  await user.click(remove)
  await waitFor(() => expect(address()).toBe('/agreements'))
  expect(passed()).toEqual(['/agreements'])
})
