import { describe, expect, it, vi } from 'vitest'
import { readTyped, textOf, typedOf } from './edit-values.ts'

const row = { id: 1, due: '2026-03-05' as string | null, hours: 450, priority: null as number | null, title: 'Счета' }
const save = vi.fn<(row: unknown, value: unknown) => void>()
const hours = { kind: 'duration', value: (r: typeof row) => r.hours, save } as const
const priority = { kind: 'number', min: 1, max: 5, value: (r: typeof row) => r.priority, save } as const
const due = { kind: 'day', value: (r: typeof row) => r.due, save } as const
const title = { kind: 'text', value: (r: typeof row) => r.title, save } as const

const saved = (edit: typeof hours | typeof priority | typeof title | typeof due, typed: string): unknown => {
  save.mockClear()
  const read = readTyped<typeof row>(edit, typed)
  if (read.fault !== null) return read.fault
  read.save(row)
  return save.mock.calls[0]?.[1]
}

describe('editing in place', () => {
  it('reads a choice by its name', () => {
    const options = () => [{ id: 2, name: 'Анна Иванова' }]
    const choice = (id: number | null) => ({ kind: 'choice', options, value: () => id, save }) as const
    expect([textOf(choice(2), row), textOf(choice(null), row), textOf(due, row)]).toEqual([
      'Анна Иванова',
      '',
      '05.03.2026',
    ])
  })

  it('reads a namesake by the name that tells it apart', () => {
    const options = () => [
      { id: 2, name: 'Анна Иванова' },
      { id: 4, name: 'Анна Иванова' },
    ]
    expect(textOf({ kind: 'choice', options, value: () => 4, save }, row)).toBe('Анна Иванова (№ 4)')
  })

  it('shows the present value', () => {
    expect([typedOf(hours, row), typedOf(priority, row), typedOf(title, row)]).toEqual(['07:30', '', 'Счета'])
  })

  it.each([
    [due, '5.4.2026', '2026-04-05'],
    [due, '', null],
    [due, '31.02.2026', 'Дата: ДД.ММ.ГГГГ'],
    [hours, '7,5', 450],
    [hours, '', null],
    [hours, 'скоро', 'Часы: 7:30, 7,5 или 90м'],
    [hours, '10001', 'Не больше 10 000 часов'],
    [priority, ' 5 ', 5],
    [priority, '', null],
    [priority, '6', 'Число от 1 до 5 или пусто'],
    [priority, '1,5', 'Число от 1 до 5 или пусто'],
    [title, '  Акты ', 'Акты'],
  ])('reads what was typed', (edit, typed, result) => expect(saved(edit, typed)).toBe(result))
})
