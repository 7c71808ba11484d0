import { msSince } from '../../platform/elapsed.ts'
import { registry, type Ref } from '@vypusk/contract'

/** The table's columns by the fields of a write. */
export const COLUMNS = {
  company: 'idcomp',
  request: 'request_id',
  title: 'title',
  description: 'description',
  step: 'step_id',
  priority: 'priority',
  responsible: 'responsible_id',
  boss: 'boss_id',
  due_date: 'due_date',
  planned_time: 'planned_time',
} as const satisfies Record<registry.Field, string>

/** An entry as it is written: ids, not names. */
export interface Values {
  company: number
  request: number | null
  title: string
  description: string
  step: number
  priority: number | null
  responsible: number | null
  boss: number | null
  due_date: string | null
  planned_time: number | null
}

/** The Russian names of the columns. */
export const TITLES = {
  ...registry.fieldTitles,
  number: 'Номер',
  last_client_comment: 'Комментарий клиента',
  last_rivc_comment: 'Комментарий поставщика',
  author: 'Автор',
  created_at: 'Создана',
  updated_at: 'Изменена',
} as const
export type ColumnKey = keyof typeof TITLES

/** The default widths in pixels; a negative one means that the column is hidden by default. */
const usual: Record<ColumnKey, number> = {
  number: 126,
  title: 300,
  company: 160,
  step: 140,
  priority: 92,
  responsible: 160,
  boss: 160,
  due_date: 98,
  planned_time: 76,
  last_client_comment: 200,
  last_rivc_comment: 200,
  request: -200,
  description: -260,
  author: -160,
  created_at: -98,
  updated_at: -98,
}
const REQUIRED: ReadonlySet<ColumnKey> = new Set(['number', 'title'])

/** Every column in the default order. */
export const possibleColumns: (registry.PossibleColumn & { key: ColumnKey })[] = (
  Object.entries(usual) as [ColumnKey, number][]
).map(([key, width]) => ({
  key,
  title: TITLES[key],
  defaultVisible: width > 0,
  defaultWidth: Math.abs(width),
  required: REQUIRED.has(key),
}))

const PINNED: ReadonlySet<string> = new Set(['number', 'title'])

const asUsual = ({ key, defaultVisible, defaultWidth }: registry.PossibleColumn) => ({
  visible: defaultVisible,
  width: defaultWidth,
  pinned: PINNED.has(key),
  order: null,
})

/**
 * Applies the person's arrangement to the columns they may have: unknown keys are dropped, new columns take their
 * default place, required ones are visible. `order` counts from 0 without gaps.
 */
export function arranged(possible: registry.PossibleColumn[], saved: registry.SelfColumn[]): registry.SelfColumn[] {
  const own = new Map(saved.map((column) => [column.key, column]))
  const placed = possible.map((column, index) => {
    const { visible, width, pinned, order } = { ...asUsual(column), ...own.get(column.key) }
    // A column that is new to the person follows its default neighbour.
    const after = own.get(possible[index - 1]?.key ?? '')?.order ?? index - 1
    return { key: column.key, visible: column.required || visible, width, pinned, place: order ?? after + 0.5 }
  })
  return placed.toSorted((a, b) => a.place - b.place).map(({ place: _, ...column }, order) => ({ ...column, order }))
}

/** «Р-2026-0001». */
export const numberOf = (year: number, inYear: number) => `Р-${year}-${String(inYear).padStart(4, '0')}`

/** A visit ends after half an hour without the registry. */
const VISIT_MS = 30 * 60_000
export const isNewVisit = (last_at: string, now: Date) => msSince(last_at, now.getTime()) > VISIT_MS

/** The options of the brief, section 9. */
export const priorityOptions: Ref[] = [
  { id: 0, name: 'Без приоритета' },
  ...[1, 2, 3, 4].map((id) => ({ id, name: String(id) })),
]
