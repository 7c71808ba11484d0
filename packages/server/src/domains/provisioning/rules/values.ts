import { isLongerThan, isOneLine, readable, wordsIn } from '@vypusk/contract'
import { refuseWith, type Refusal } from '../../../platform/refusal.ts'

/** Reads values sent by a directory, as far as they are valid. Pure. */

/** The standard's names of errors. */
export type ScimType = 'invalidFilter' | 'uniqueness' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue'

/** A refusal 400 with the standard's name of the error. */
export const wrong = (scimType: ScimType, sentence: string): Refusal => refuseWith([400, sentence], { scimType })

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Attribute names are case-insensitive (RFC 7643, 2.1). */
export const fieldsOf = (value: unknown): Map<string, unknown> =>
  new Map(isObject(value) ? Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]) : [])

/** A line of limited length; null if it has nothing to read. */
export function textOf(value: unknown, most: number, name: string): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'string') throw wrong('invalidValue', `${name}: нужна строка`)
  const text = wordsIn(value).trim()
  if (isLongerThan(text, most) || !isOneLine(text))
    throw wrong('invalidValue', `${name}: одна строка не длиннее ${most} знаков`)
  return text === '' ? null : text
}

/** The same for a name, a login or an address: without marks that nobody sees, like those that are entered here. */
export const nameOf = (value: unknown, most: number, name: string): string | null =>
  textOf(typeof value === 'string' ? readable(value) : value, most, name)

/** Reads a boolean. Entra sends `"False"` for `false`. */
export function truthOf(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (word === 'true' || word === 'false') return word === 'true'
  throw wrong('invalidValue', `${name}: нужно true или false`)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)
