import type { ColumnSettings, DataColumn } from '../types.ts'

type ColumnBrief = Pick<DataColumn<never>, 'id' | 'extra' | 'required' | 'pinned'>

export const defaultSettings = (columns: readonly ColumnBrief[]): ColumnSettings => ({
  order: columns.map(({ id }) => id),
  hidden: columns.filter(({ extra }) => extra).map(({ id }) => id),
  pinned: columns.filter(({ pinned }) => pinned).map(({ id }) => id),
  widths: {},
  density: 'normal',
})

/**
 * Merges the saved order with the columns that exist. A new column is placed after the column that precedes it in the
 * code, not at the end.
 */
function mergeOrder(columns: readonly ColumnBrief[], saved: readonly string[]): string[] {
  const order = saved.filter((id) => columns.some((column) => column.id === id))
  for (const [index, { id }] of columns.entries()) {
    if (order.includes(id)) continue
    const before = columns[index - 1]?.id
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order
}

export function mergeSettings(
  columns: readonly ColumnBrief[],
  saved: Partial<ColumnSettings> | undefined,
): ColumnSettings {
  const start = defaultSettings(columns)
  if (!saved?.order) return start
  const known = (id: string) => columns.some((column) => column.id === id)
  const isNew = (id: string) => !saved.order?.includes(id)
  const mayHide = (id: string) => columns.some((column) => column.id === id && !column.required)
  return {
    order: mergeOrder(columns, saved.order),
    hidden: [...(saved.hidden ?? []).filter(mayHide), ...start.hidden.filter(isNew)],
    pinned: (saved.pinned ?? start.pinned).filter(known),
    widths: Object.fromEntries(Object.entries(saved.widths ?? {}).filter(([id]) => known(id))),
    density: saved.density === 'compact' ? 'compact' : 'normal',
  }
}

/** Moves a column to another one's place, or by a number of places. */
export function moveColumn(settings: ColumnSettings, id: string, to: string | number): ColumnSettings {
  const from = settings.order.indexOf(id)
  const target = typeof to === 'number' ? from + to : settings.order.indexOf(to)
  if (from < 0 || target < 0 || target >= settings.order.length) return settings
  const order = settings.order.filter((each) => each !== id)
  order.splice(target, 0, id)
  return { ...settings, order }
}

const toggled = (list: string[], id: string): string[] =>
  list.includes(id) ? list.filter((each) => each !== id) : [...list, id]

export const toggleHidden = (settings: ColumnSettings, id: string): ColumnSettings => ({
  ...settings,
  hidden: toggled(settings.hidden, id),
})

export const togglePinned = (settings: ColumnSettings, id: string): ColumnSettings => ({
  ...settings,
  pinned: toggled(settings.pinned, id),
})
