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

function Form() {
  const [time, setTime] = useState<string | null>(null)
  return (
    <form {...formOf(() => sent(time))}>
      <TimeField value={time} onChange={setTime} />
      <Button type="submit">Сохранить</Button>
    </form>
  )
}

const hours = () => screen.getByLabelText<HTMLInputElement>('Часы')
const minutes = () => screen.getByLabelText<HTMLInputElement>('Минуты')
const save = () => screen.getByRole('button', { name: 'Сохранить' })
const user = userEvent.setup({ delay: null })

it('hours alone are the full hour once the field is left', async () => {
  await renderAlone(<Form />)
  await user.type(hours(), '18')
  await user.click(save())
  expect(sent).toHaveBeenCalledWith('18:00')
  expect([hours().value, minutes().value]).toEqual(['18', '00'])
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
  expect(sent).toHaveBeenCalledWith(null)
})
