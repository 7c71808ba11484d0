import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DayField } from './DayField.tsx'

it('what is typed into a field that takes the focus itself replaces its day', () => {
  render(
    <MantineProvider>
      <DayField label="Другая дата" valueFormat="DD.MM.YYYY" autoFocus value="2027-09-15" onChange={() => {}} />
    </MantineProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Другая дата' })
  expect(document.activeElement).toBe(field)
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('15.09.2027')
})
