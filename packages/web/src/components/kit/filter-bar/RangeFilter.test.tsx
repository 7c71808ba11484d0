import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { noteZone } from '../../../ui/zone.ts'
import { RangeFilter } from './RangeFilter.tsx'

afterEach(() => vi.useRealTimers())

it('begins at the first field, opened for the first time and again', async () => {
  await renderAlone(<RangeFilter label="План" value={{ from: null, to: null }} onChange={() => {}} />)
  const user = userEvent.setup({ delay: null })
  // The first time while its calendar loads.
  for (let times = 0; times < 2; times += 1) {
    await user.click(screen.getByRole('button', { name: 'План' }))
    const first = await screen.findByRole('textbox', { name: 'С' })
    await waitFor(() => expect(document.activeElement).toBe(first))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'С' })).toBeNull())
  }
})

it.each([
  ['the installation’s present one', null, 'апрель 2027'],
  ['the one nearest to it that may be chosen', '2027-02-10', 'февраль 2027'],
])('the calendar of an empty field opens at a month: %s', async (_, to, month) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-31T12:30:00Z') })
  noteZone('Asia/Kamchatka')
  await renderAlone(<RangeFilter label="План" value={{ from: null, to }} onChange={() => {}} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: /^План/ }))
  await user.click(await screen.findByRole('textbox', { name: 'С' }))
  await screen.findByRole('button', { name: month })
})
