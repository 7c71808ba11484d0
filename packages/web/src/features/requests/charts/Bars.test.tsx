import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { Bars } from './Bars.tsx'

it('tells a hidden company from the one that has its name now', async () => {
  const onToggle = vi.fn<(id: number) => void>()
  const bars = [
    { id: 3, name: 'АО «Порт»', count: 5 },
    { id: 7, name: 'АО «Порт»', count: 2 },
  ]
  await renderAlone(<Bars title="Компании" bars={bars} chosen={[]} onToggle={onToggle} />)
  screen.getByText('АО «Порт» (№ 3)').click()
  screen.getByText('АО «Порт» (№ 7)')
  expect(onToggle).toHaveBeenCalledWith(3)
})
