import { isKnownDay } from '@vypusk/contract'
import { isDay } from '../../../ui/dates.ts'

/**
 * How one filter is represented in the address. An invalid text counts as missing; undefined removes it from the
 * address. Methods rather than properties, so that a schema can hold codecs of different values as `Codec<unknown>`.
 */
export interface Codec<Value> {
  read(text: string | undefined): Value
  write(value: Value): string | undefined
}

const INTEGER = /^-?\d{1,9}$/

/** The number of one thing in an address, or null: a number is written in one way, or a thing would have several addresses. */
export const thingId = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

const LARGEST = 999_999_999

/**
 * `1,2,3` → [1, 2, 3], without duplicates.
 * @param least 0 when 0 means «none»; together with `most`, the limits of the list's call
 */
export const ids = (least = 0, most = LARGEST): Codec<number[]> => ({
  read: (text) => {
    const numbers = (text ?? '').split(',').filter((part) => INTEGER.test(part))
    return [...new Set(numbers.map(Number))].filter((id) => id >= least && id <= most)
  },
  write: (value) => (value.length === 0 ? undefined : value.join(',')),
})

/** The longest search text that lists accept. */
export const LONGEST_SEARCH = 200

export const text = (): Codec<string> => ({
  read: (value) => (value ?? '').slice(0, LONGEST_SEARCH),
  write: (value) => value || undefined,
})

/** `1`; false is left out of the address. */
export const flag = (): Codec<boolean> => ({
  read: (value) => value === '1',
  write: (value) => (value ? '1' : undefined),
})

/** `2026-03-05`, if lists accept the day; null when not set. */
export const day = (): Codec<string | null> => ({
  read: (value) => (value !== undefined && isDay(value) && isKnownDay(value) ? value : null),
  write: (value) => value ?? undefined,
})

/** One of the words; the first one is left out of the address. */
export const choice = <const Word extends string>(...words: [Word, ...Word[]]): Codec<Word> => ({
  read: (value) => words.find((word) => word === value) ?? words[0],
  write: (value) => (value === words[0] ? undefined : value),
})

export type Schema = Record<string, Codec<unknown>>
export type ValuesOf<S> = { [Name in keyof S]: S[Name] extends Codec<infer Value> ? Value : never }

export const readValues = <S extends Schema>(schema: S, search: Record<string, string | undefined>): ValuesOf<S> =>
  Object.fromEntries(Object.entries(schema).map(([name, codec]) => [name, codec.read(search[name])])) as ValuesOf<S>

export const writeValues = <S extends Schema>(
  schema: S,
  values: Partial<ValuesOf<S>>,
): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, schema[name]?.write(value)]))

/** The values when nothing is chosen. */
export const emptyValues = <S extends Schema>(schema: S): ValuesOf<S> => readValues(schema, {})

/** Checks whether two sets of filters are equal, regardless of the order of ids. */
export function sameValues<S extends Schema>(
  schema: S,
  left: Partial<ValuesOf<S>>,
  right: Partial<ValuesOf<S>>,
): boolean {
  const written = (values: Partial<ValuesOf<S>>) =>
    Object.entries(writeValues(schema, values))
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${value?.split(',').toSorted().join(',')}`)
      .toSorted()
      .join('&')
  return written(left) === written(right)
}
