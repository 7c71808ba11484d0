import { planning } from '@vypusk/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { forgetToasts } from '../../components/kit/feedback/toast.tsx'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { releaseRow } from '../../testing/releases.ts'
import { server } from '../../testing/server.ts'

it('a bar whose end is pushed before its beginning says why it stays, by pointer as by keyboard', async () => {
  server.keepSilentOtherwise()
  const dates = { start_date: '2027-03-02', plan_date: '2027-03-02' }
  const release = { ...releaseRow(7, dates), priority: null, installations: [] }
  server.answer(planning.inProgress, {
    releases: [{ ...release, readiness: { ready: false, agreed: 0, expected: 0 } }],
  })
  const user = await open('/planning', manager)
  const bar = await screen.findByRole('button', { name: /^Релиз 7:/ })
  const why = 'Релиз не может закончиться раньше, чем начнётся'
  act(() => bar.focus())
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await screen.findByText(why)
  act(() => forgetToasts())
  await waitFor(() => expect(screen.queryByText(why)).toBeNull())
  const end = bar.querySelector('[data-part="end"]')!
  fireEvent.pointerDown(end, { button: 0, clientX: 500 })
  fireEvent.pointerMove(bar, { clientX: 100 })
  fireEvent.pointerUp(bar, { clientX: 100 })
  await screen.findByText(why)
  expect(screen.queryByRole('complementary', { name: 'Что если' })).toBeNull()
})
