import { DAY_BOUNDS, planning, releases } from '@vypusk/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
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

it('a release stays within the days there are, moved by typing or by keyboard', async () => {
  server.keepSilentOtherwise()
  const release = { ...releaseRow(7, { start_date: '2100-12-01', plan_date: '2100-12-31' }), priority: null }
  server.answer(planning.inProgress, {
    releases: [{ ...release, installations: [], readiness: { ready: false, agreed: 0, expected: 0 } }],
  })
  const user = await open('/planning', manager)
  const bar = await screen.findByRole('button', { name: /^Релиз 7:/ })
  act(() => bar.focus())
  await user.keyboard('{ArrowRight}')
  await screen.findByText(DAY_BOUNDS)
  act(() => forgetToasts())
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Перенести релиз' }))
  const start = dialog.getByLabelText('Начало')
  await user.clear(start)
  await user.type(start, '15.12.2100')
  await dialog.findByText(DAY_BOUNDS)
  await user.click(dialog.getByRole('button', { name: 'Показать, что изменится' }))
  dialog.getByText(DAY_BOUNDS)
  const end = dialog.getByLabelText('План')
  await waitFor(() => expect(document.activeElement).toBe(end))
  await user.clear(start)
  await user.type(start, '01.12.2080')
  await user.clear(end)
  await user.type(end, '31.12.2100')
  await dialog.findByText(releases.RELEASE_SPAN)
})
