import { deleted } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { pageWith } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

it('downloads the list with its filters', async () => {
  server.keepSilentOtherwise()
  server.answer(deleted.list, pageWith([]))
  const user = await open('/admin/deleted?entity=release&search_string=склад', admin)
  await user.click(await screen.findByRole('button', { name: 'Excel' }))
  await waitFor(() => expect(server.callsOf(deleted.list).at(-1)?.query).toMatchObject({ isExcel: true }))
  expect(server.callsOf(deleted.list).at(-1)?.query).toMatchObject({ entity: 'release', search_string: 'склад' })
})
