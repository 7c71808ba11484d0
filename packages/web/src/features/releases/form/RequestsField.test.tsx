import { releases } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { releaseDetail } from '../../../testing/releases.ts'
import { requestRow } from '../../../testing/requests.ts'
import { server } from '../../../testing/server.ts'

it('leaves out what was removed while requests to be added were being checked', async () => {
  server.keepSilentOtherwise()
  const own = [requestRow(3), requestRow(4)]
  server.answer(releases.get, releaseDetail(5, { requests: own }))
  const checked = Promise.withResolvers<void>()
  server.answer(releases.checkRequests, async () => {
    await checked.promise
    const nothing = { taken: [], missing: [], over: [], companies: [], modules: [] }
    const hours = { planned_time: 0, planned_requests_time: 0, added: 0 }
    return { ...nothing, hours, is_visible_for_client: false, free: [requestRow(17)] }
  })
  const user = await open('/release/5', manager)
  await user.type(await screen.findByRole('textbox', { name: 'Добавить заявки' }), '17{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Убрать заявку 3' }))
  checked.resolve()
  await screen.findByRole('button', { name: 'Убрать заявку 17' })
  const shown = screen.getAllByRole('button', { name: /^Убрать заявку/ })
  expect(shown.map((button) => button.getAttribute('aria-label'))).toEqual(['Убрать заявку 4', 'Убрать заявку 17'])
})
