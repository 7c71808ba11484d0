import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderAlone } from '../../testing/alone.tsx'
import { StepFilter } from './StepFilter.tsx'

it('shows the hidden step that a saved set filters by, and takes it off', async () => {
  const counts = { total: 0, by_step: [{ id: 1, name: 'Новая', count: 12 }] }
  function Steps() {
    const [chosen, set] = useState<number[]>([9])
    return (
      <section aria-label="Этапы">
        <StepFilter counts={counts} chosen={chosen} onChange={set} />
      </section>
    )
  }
  await renderAlone(<Steps />)
  const steps = within(screen.getByRole('region', { name: 'Этапы' }))
  const names = () => steps.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Нет в списке: № 9 0', 'Новая 12'])
  await userEvent.setup({ delay: null }).click(steps.getByRole('button', { pressed: true }))
  expect(names()).toEqual(['Новая 12'])
})
