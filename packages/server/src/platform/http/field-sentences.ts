import type * as z from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]
type Bound = Extract<Issue, { code: 'too_small' | 'too_big' }>

const FITS_NOT = 'Значение не подходит'
const MISSING = 'Заполните поле'
const EXPECTED: Record<string, string> = {
  string: 'Нужен текст',
  number: 'Нужно число',
  int: 'Нужно целое число',
  boolean: 'Нужно true или false',
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

/**
 * A Russian sentence for a field that a schema refuses, which says what is expected. The library's own messages name
 * its types, whereas callers should read what to do (api.md, Conventions). A schema's own message takes precedence.
 */
export function fieldSentence(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return MISSING
  if (issue.code === 'too_small') return tooSmall(issue)
  if (issue.code === 'too_big') return tooBig(issue)
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected] ?? FITS_NOT
  if (issue.code === 'invalid_format') return FORMATS[issue.format] ?? FITS_NOT
  if (issue.code === 'invalid_value') return `Одно из: ${issue.values.map(String).join(', ')}`
  return FITS_NOT
}
