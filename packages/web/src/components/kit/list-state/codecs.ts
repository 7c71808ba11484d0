import { isKnownDay } from '@vypusk/contract'
import { isDay } from '../../../ui/dates.ts'

/**
 * How one filter stands in the address. What cannot be read counts as not given; undefined leaves
 * the address. Methods, not properties: a schema holds codecs of many values as `Codec<unknown>`.
 */
export interface Codec<Value> {
  read(text: string | undefined): Value
  write(value: Value): string | undefined
}

const INTEGER = /^\d{1,9}$/
const LARGEST = 999_999_999

/**
 * `1,2,3` → [1, 2, 3], each once.
 * @param least 0 where it stands for «none»; with `most`, what the list's call takes
 */
export const ids = (least = 0, most = LARGEST): Codec<number[]> => ({
  read: (text) => {
    const numbers = (text ?? '').split(',').filter((part) => INTEGER.test(part))
    return [...new Set(numbers.map(Number))].filter((id) => id >= least && id <= most)
  },
  write: (value) => (value.length === 0 ? undefined : value.join(',')),
})

/** No list looks for longer words. */
export const LONGEST_SEARCH = 200

export const text = (): Codec<string> => ({
  read: (value) => (value ?? '').slice(0, LONGEST_SEARCH),
  write: (value) => value || undefined,
})

/** `1`; false needs no place in the address. */
export const flag = (): Codec<boolean> => ({
  read: (value) => value === '1',
  write: (value) => (value ? '1' : undefined),
})

/** `2026-03-05`, a day that lists can be asked for; null when not set. */
export const day = (): Codec<string | null> => ({
  read: (value) => (value !== undefined && isDay(value) && isKnownDay(value) ? value : null),
  write: (value) => value ?? undefined,
})

/** One of the words, the first of which needs no place in the address. */
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

/** Nothing chosen, by name. */
export const emptyValues = <S extends Schema>(schema: S): ValuesOf<S> => readValues(schema, {})

/** Two sets of filters say the same, whatever the order of ids. */
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
