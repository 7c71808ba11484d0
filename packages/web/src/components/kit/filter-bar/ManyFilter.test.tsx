import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { ManyFilter } from './ManyFilter.tsx'

const options = [
  { id: 1, name: 'Разработка' },
  { id: 2, name: 'Тестирование' },
]

it('names what a saved set filters by and nobody offers any more, and takes it off', async () => {
  function Filter() {
    const [value, set] = useState([7])
    return <ManyFilter label="Этап" options={options} value={value} onChange={set} />
  }
  await renderAlone(<Filter />)
  const user = userEvent.setup({ delay: null })
  const chip = screen.getByRole('button', { name: 'Этап Нет в списке: № 7' })
  await user.click(chip)
  await user.click(await screen.findByRole('option', { name: 'Тестирование' }))
  expect(chip.textContent).toBe('Этап2')
  await user.click(screen.getByRole('option', { name: 'Нет в списке: № 7' }))
  expect(chip.textContent).toBe('ЭтапТестирование')
})

it('tells namesakes apart, in the list and on the chip', async () => {
  const namesakes = [{ id: 3, name: 'Верфь' }, { id: 8, name: 'Верфь' }, ...options]
  const show = await renderAlone(<ManyFilter label="Компания" options={namesakes} value={[8]} onChange={() => {}} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Компания Верфь (№ 8)' }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toEqual(['Верфь (№ 8)', 'Верфь (№ 3)', 'Разработка', 'Тестирование'])
  show(<ManyFilter label="Компания" options={namesakes} value={[1]} onChange={() => {}} />)
  expect(screen.getByRole('button', { name: 'Компания Разработка' })).toBeTruthy()
})
