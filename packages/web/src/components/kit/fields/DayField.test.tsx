import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../../ui/theme/theme.ts'
import { DayField } from './DayField.tsx'

function Field({ onChange }: { onChange: (day: string | null) => void }) {
  const [day, setDay] = useState<string | null>(null)
  const change = (next: string | null) => {
    setDay(next)
    onChange(next)
  }
  return (
    <MantineProvider theme={theme}>
      <DayField label="Другая дата" minDate="2026-05-04" value={day} onChange={change} />
    </MantineProvider>
  )
}

it('a day before the first that will do is told of, not dropped without a word', async () => {
  const onChange = vi.fn<(day: string | null) => void>()
  render(<Field onChange={onChange} />)
  const user = userEvent.setup()
  const field = screen.getByRole('textbox', { name: 'Другая дата' })
  await user.type(field, '03.05.2026')
  await user.tab()
  await screen.findByText('Не раньше 04.05.2026')
  await user.clear(field)
  await user.type(field, '04.05.2026')
  await user.tab()
  expect(screen.queryByText('Не раньше 04.05.2026')).toBeNull()
  expect(onChange).toHaveBeenLastCalledWith('2026-05-04')
})
