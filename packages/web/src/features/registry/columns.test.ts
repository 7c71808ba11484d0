import { expect, it } from 'vitest'
import { ownOf, settingsOf } from './useRegistryColumns.ts'

it('converts the registry’s columns to its calls and back', () => {
  const column = { defaultVisible: true, defaultWidth: 100, required: false }
  const possible = [
    { key: 'number', title: 'Номер', ...column },
    { key: 'boss', title: 'Руководитель', ...column },
  ]
  const own = {
    density: 'compact' as const,
    columns: [
      { key: 'boss', visible: false, width: 140, order: 0, pinned: false },
      { key: 'number', visible: true, width: 100, order: 1, pinned: true },
    ],
  }
  const settings = settingsOf(own, possible)
  expect(settings).toEqual({
    order: ['boss', 'number'],
    hidden: ['boss'],
    pinned: ['number'],
    widths: { boss: 140 },
    density: 'compact',
  })
  expect(ownOf(settings, possible)).toEqual(own)
})
