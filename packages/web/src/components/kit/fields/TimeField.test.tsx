import { Button } from '@mantine/core'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { TimeField } from './TimeField.tsx'
import { formOf } from './unread.ts'

const sent = vi.fn<(time: string | null) => void>()
beforeEach(() => sent.mockReset())

function Form({ first = null }: { first?: string | null }) {
  const [time, setTime] = useState(first)
  return (
    <form {...formOf(() => sent(time))}>
      <TimeField value={time} onChange={setTime} />
      <Button onClick={() => setTime('12:00')}>В полдень</Button>
      <Button onClick={() => setTime(null)}>Без времени</Button>
      <Button type="submit">Сохранить</Button>
    </form>
  )
}

const user = userEvent.setup({ delay: null })
const hours = () => screen.getByLabelText<HTMLInputElement>('Часы')
const minutes = () => screen.getByLabelText<HTMLInputElement>('Минуты')
const shown = () => [hours().value, minutes().value]
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const save = () => screen.getByRole('button', { name: 'Сохранить' })

it('hours alone are the full hour once the field is left', async () => {
  await renderAlone(<Form />)
  await user.type(hours(), '18')
  await user.click(save())
  expect(sent).toHaveBeenCalledWith('18:00')
  expect(shown()).toEqual(['18', '00'])
})

it('sends nothing by Enter while the minutes are missing, and leads to them', async () => {
  await renderAlone(<Form />)
  await user.type(hours(), '9{Enter}')
  expect(sent).not.toHaveBeenCalled()
  expect(screen.getByText('Укажите минуты')).toBeTruthy()
  expect(document.activeElement).toBe(minutes())
  await user.keyboard('30{Enter}')
  expect(screen.queryByText('Укажите минуты')).toBeNull()
  expect(sent).toHaveBeenCalledWith('09:30')
})

it('sends no minutes without hours', async () => {
  await renderAlone(<Form />)
  await user.type(minutes(), '15')
  await user.click(save())
  expect(sent).not.toHaveBeenCalled()
  expect(screen.getByText('Укажите часы')).toBeTruthy()
  await user.click(screen.getByLabelText('Очистить время'))
  expect(screen.queryByText('Укажите часы')).toBeNull()
  await user.click(save())
  expect(sent).toHaveBeenLastCalledWith(null)
})

it('keeps the other part when one is deleted', async () => {
  await renderAlone(<Form first="10:30" />)
  await user.click(minutes())
  await user.keyboard('{Backspace}')
  expect(shown()).toEqual(['10', ''])
  await user.keyboard('{Enter}')
  expect(sent).not.toHaveBeenCalled()
  await user.keyboard('30{Enter}')
  expect(sent).toHaveBeenLastCalledWith('10:30')
  await user.click(hours())
  await user.keyboard('{Backspace}')
  expect(shown()).toEqual(['', '30'])
  await user.click(save())
  expect(screen.getByText('Укажите часы')).toBeTruthy()
})

it('shows the time that is chosen beside it after a part was deleted, and none after it was cleared', async () => {
  await renderAlone(<Form first="10:30" />)
  await user.click(minutes())
  await user.keyboard('{Backspace}30')
  await press('В полдень')
  expect(shown()).toEqual(['12', '00'])
  await user.click(hours())
  await user.keyboard('{Backspace}')
  await press('В полдень')
  expect(shown()).toEqual(['12', '00'])
  expect(screen.queryByText('Укажите часы')).toBeNull()
  await press('Сохранить')
  expect(sent).toHaveBeenLastCalledWith('12:00')
  await press('Без времени')
  expect(shown()).toEqual(['', ''])
  await press('В полдень')
  await user.click(screen.getByLabelText('Очистить время'))
  expect(shown()).toEqual(['', ''])
  await press('Сохранить')
  expect(sent).toHaveBeenLastCalledWith(null)
})
