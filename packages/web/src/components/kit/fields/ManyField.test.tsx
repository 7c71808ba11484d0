import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { ManyField } from './ManyField.tsx'

const choices = [
  { id: 3, name: 'Порт', note: 'не публикуется' },
  { id: 4, name: 'Порт', note: 'не публикуется' },
  { id: 7, name: 'Порт' },
  { id: 8, name: 'Маяк', note: 'не публикуется' },
]

it('namesakes are told apart by their notes, and those with the same note by their numbers', async () => {
  await renderAlone(<ManyField label="Компании" choices={choices} onChange={() => {}} />)
  await userEvent.click(await screen.findByRole('combobox', { name: 'Компании' }))
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual([
    'Порт (№ 3) · не публикуется',
    'Порт (№ 4) · не публикуется',
    'Порт',
    'Маяк · не публикуется',
  ])
})
