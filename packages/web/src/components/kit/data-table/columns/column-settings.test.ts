import { describe, expect, it } from 'vitest'
import { defaultSettings, mergeSettings, moveColumn, toggleHidden, togglePinned } from './column-settings.ts'

const columns = [
  { id: 'id', required: true },
  { id: 'e_title', pinned: true },
  { id: 'status' },
  { id: 'author', extra: true },
]
const start = defaultSettings(columns)

describe('column settings', () => {
  it('default to the columns themselves', () => {
    expect(start).toMatchObject({
      order: ['id', 'e_title', 'status', 'author'],
      hidden: ['author'],
      pinned: ['e_title'],
    })
    expect(mergeSettings(columns, undefined)).toEqual(start)
  })

  it('add columns that are new since they were stored, and drop those that are gone', () => {
    const saved = {
      ...start,
      order: ['status', 'gone', 'id', 'e_title'],
      hidden: ['gone', 'status'],
      widths: { gone: 5, id: 90 },
    }
    const merged = mergeSettings(columns, saved)
    expect(merged.order).toEqual(['status', 'author', 'id', 'e_title'])
    expect(merged.hidden).toEqual(['status', 'author'])
    expect(merged.widths).toEqual({ id: 90 })
  })

  it('never hide a required column', () => {
    expect(mergeSettings(columns, { ...start, hidden: ['id'] }).hidden).toEqual([])
  })

  it('move a column to another one’s place or by one place, not past the ends', () => {
    expect(moveColumn(start, 'author', 'e_title').order).toEqual(['id', 'author', 'e_title', 'status'])
    expect(moveColumn(start, 'id', 1).order).toEqual(['e_title', 'id', 'status', 'author'])
    expect(moveColumn(start, 'id', -1)).toBe(start)
    expect(moveColumn(start, 'author', 1)).toBe(start)
  })

  it('hide, show, pin and unpin', () => {
    expect(toggleHidden(toggleHidden(start, 'status'), 'author').hidden).toEqual(['status'])
    expect(togglePinned(start, 'e_title').pinned).toEqual([])
  })
})
