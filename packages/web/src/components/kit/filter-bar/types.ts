import type { Schema, ValuesOf } from '../list-state/codecs.ts'

export interface FilterOption {
  id: number
  name: string
  /** Options of a group are shown together under its name. */
  group?: string
}

type NamesOf<S extends Schema, Value> = {
  [Name in keyof S & string]: ValuesOf<S>[Name] extends Value ? (Value extends ValuesOf<S>[Name] ? Name : never) : never
}[keyof S & string]

/** A filter of a list: which values of the address it changes, and its label. */
export type FilterDefinition<S extends Schema> =
  | {
      kind: 'many'
      name: NamesOf<S, number[]>
      label: string
      /** Undefined while they are loading. */
      options: readonly FilterOption[] | undefined
    }
  | { kind: 'range'; from: NamesOf<S, string | null>; to: NamesOf<S, string | null>; label: string }

/** A predefined set of filters above the list. */
export interface QuickSet<S extends Schema> {
  label: string
  values: Partial<ValuesOf<S>>
}

/** A set of one's own: what the address says of its filters. */
export interface SavedSet {
  [field: string]: string | Record<string, string>
  name: string
  search: Record<string, string>
}

export type SearchName<S extends Schema> = NamesOf<S, string>
