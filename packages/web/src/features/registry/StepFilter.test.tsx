import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderAlone } from '../../testing/alone.tsx'
import { StepFilter } from './StepFilter.tsx'

it('shows the hidden step that a saved set filters by, and takes it off', async () => {
  const counts = { total: 0, by_step: [{ id: 1, name: 'Новая', count: 12 }] }
  function Steps() {
    const [chosen, set] = useState<number[]>([9])
    return <StepFilter counts={counts} chosen={chosen} onChange={set} />
  }
  await renderAlone(<Steps />)
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Нет в списке: № 9 0', 'Новая 12'])
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { pressed: true }))
  expect(names()).toEqual(['Новая 12'])
})
