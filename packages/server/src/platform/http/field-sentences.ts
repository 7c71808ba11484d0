import type * as z from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]
type Bound = Extract<Issue, { code: 'too_small' | 'too_big' }>

const FITS_NOT = 'Значение не подходит'
const MISSING = 'Заполните поле'
const FLAG = 'Нужно true или false'
const NO_DAY = 'Такого дня в календаре нет'
const EXPECTED: Record<string, string> = {
  string: 'Нужен текст',
  number: 'Нужно число',
  int: 'Нужно целое число',
  boolean: FLAG,
  array: 'Нужен список',
  object: 'Нужен объект JSON',
}
const FORMATS: Record<string, string> = {
  date: 'Дата: ГГГГ-ММ-ДД',
  datetime: 'Момент: ГГГГ-ММ-ДДTчч:мм:ссZ',
  email: 'Адрес почты: имя@example.ru',
  url: 'Адрес: https://example.ru',
}

const numbers = new Intl.NumberFormat('ru-RU')

function tooSmall({ origin, inclusive, minimum }: Extract<Bound, { code: 'too_small' }>): string {
  const least = numbers.format(minimum)
  if (origin === 'string') return minimum === 1 ? MISSING : `Не короче ${least} символов`
  if (origin === 'array') return minimum === 1 ? 'Выберите хотя бы одно значение' : `Значений: не меньше ${least}`
  return inclusive === false ? `Больше ${least}` : `Не меньше ${least}`
}

function tooBig({ origin, inclusive, maximum }: Extract<Bound, { code: 'too_big' }>): string {
  const most = numbers.format(maximum)
  if (origin === 'string') return `Не длиннее ${most} символов`
  if (origin === 'array') return `Значений: не больше ${most}`
  return inclusive === false ? `Меньше ${most}` : `Не больше ${most}`
}

/** A flag in an address may be written in a dozen ways; one of them is enough to know. */
const oneOf = (values: readonly unknown[]) =>
  values.includes('true') ? FLAG : `Одно из: ${values.map(String).join(', ')}`

/** What is wrong with the form of a text; a day may be written as it should be and still be none: 29.02.2027. */
function ofFormat({ format, input }: Extract<Issue, { code: 'invalid_format' }>): string {
  const isNoDay = format === 'date' && typeof input === 'string' && /^\d{4}-\d\d-\d\d$/.test(input)
  return isNoDay ? NO_DAY : (FORMATS[format] ?? FITS_NOT)
}

/**
 * Leaves out what the library says of the whole numbers that JavaScript can count, beside what the field says of its
 * own bounds.
 */
function ownBounds(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const placeOf = ({ code, path }: z.core.$ZodIssue) => JSON.stringify([code, path])
  const isOfLibrary = (issue: z.core.$ZodIssue) => 'origin' in issue && issue.origin === 'int'
  const bounded = new Set(issues.filter((issue) => !isOfLibrary(issue)).map(placeOf))
  return issues.filter((issue) => !isOfLibrary(issue) || !bounded.has(placeOf(issue)))
}

/** Messages by field; messages about the whole body are under ''. */
export function errorsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of ownBounds(issues)) {
    const field = issue.path.map(String).join('.')
    ;(errors[field] ??= []).push(issue.message)
  }
  return errors
}

/**
 * How near a value comes to one of the forms that a field may have, by what is wrong with it there: a value of the right
 * type, or an object with a wrong field, comes nearer than one of another type, and that nearer than none of a few
 * words.
 */
function nearness({ code, path }: z.core.$ZodIssue): number {
  if (code === 'invalid_value') return 0
  return code === 'invalid_type' && path.length === 0 ? 1 : 2
}

/** What is wrong with a value that fits none of the forms a field may have: what the nearest of them says of it. */
function noneFits(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { discriminator, options, errors, input } = issue
  if (discriminator !== undefined && Array.isArray(options)) {
    const given: unknown = Reflect.get(Object(input), discriminator)
    return given === undefined || given === null ? MISSING : oneOf(options)
  }
  const [nearest] = errors.flatMap((all) => ownBounds(all)[0] ?? []).toSorted((a, b) => nearness(b) - nearness(a))
  return nearest?.message ?? FITS_NOT
}

/**
 * A Russian sentence for a field that a schema refuses, which says what is expected. The library's own messages name
 * its types, whereas callers should read what to do (api.md, Conventions). A schema's own message takes precedence.
 */
export function fieldSentence(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return MISSING
  if (issue.code === 'too_small') return tooSmall(issue)
  if (issue.code === 'too_big') return tooBig(issue)
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected] ?? FITS_NOT
  if (issue.code === 'invalid_format') return ofFormat(issue)
  if (issue.code === 'invalid_value') return oneOf(issue.values)
  if (issue.code === 'invalid_union') return noneFits(issue)
  return FITS_NOT
}
