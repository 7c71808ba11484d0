import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { RangeFilter } from './RangeFilter.tsx'

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
