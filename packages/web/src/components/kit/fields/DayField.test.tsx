import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { noteZone } from '../../../ui/zone.ts'
import { DayField } from './DayField.tsx'

afterEach(() => vi.useRealTimers())

it.each([
  ['Europe/Moscow', '10'],
  ['Asia/Kamchatka', '11'],
])('the marked day of the calendar is that of %s', async (zone, day) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-10T20:30:00Z') })
  noteZone(zone)
  render(
    <MantineProvider>
      <DayField
        label="Дата"
        value="2027-03-05"
        onChange={() => {}}
        popoverProps={{ transitionProps: { duration: 0 } }}
      />
    </MantineProvider>,
  )
  fireEvent.focus(screen.getByRole('textbox', { name: 'Дата' }))
  await waitFor(() => {
    const marked = [...document.querySelectorAll('[data-today][data-highlight-today]')]
    expect(marked.map(({ textContent }) => textContent)).toEqual([day])
  })
})

it('the calendar of an empty field opens at the month of the installation’s today', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-31T12:30:00Z') })
  noteZone('Asia/Kamchatka')
  render(
    <MantineProvider>
      <DayField label="Дата" onChange={() => {}} popoverProps={{ transitionProps: { duration: 0 } }} />
    </MantineProvider>,
  )
  fireEvent.focus(screen.getByRole('textbox', { name: 'Дата' }))
  await screen.findByRole('button', { name: 'April 2027' })
})

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

it('an empty required field says nothing of its own when it is left', () => {
  render(
    <MantineProvider>
      <DayField label="План" required value={null} onChange={() => {}} />
    </MantineProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'План' })
  fireEvent.focus(field)
  fireEvent.blur(field)
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
})

it('a field that is left with a wrong day says what is wrong with it', () => {
  render(
    <MantineProvider>
      <DayField label="План" required valueFormat="DD.MM.YYYY" value={null} onChange={() => {}} />
    </MantineProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'План' })
  fireEvent.focus(field)
  fireEvent.input(field, { target: { value: '31.02.2027' } })
  fireEvent.blur(field)
  expect(screen.getByText('Нет такой даты: «31.02.2027». Нужно ДД.ММ.ГГГГ')).toBeDefined()
})
