import { expect, test } from 'vitest'
import * as z from 'zod'
import * as contract from '@vypusk/contract'
import { generate, serializer, withNullable } from './serializer.ts'

const ref = z.object({ id: z.int(), name: z.string() })
const shape = z.object({
  text: z.string().nullable(),
  number: z.int().nullable(),
  flag: z.boolean().nullable(),
  one: ref.nullable(),
  many: z.array(ref.nullable()).nullable(),
  either: z.union([z.string(), z.number(), z.null()]),
  word: z.enum(['a', 'b']).nullable(),
  left: ref.nullable().optional(),
  anything: z.unknown(),
})
const something: z.input<typeof shape> = {
  text: 'Ё "да"',
  number: 0,
  flag: false,
  one: { id: 1, name: 'имя' },
  many: [null, { id: 2, name: '' }],
  either: 5,
  word: 'b',
  left: { id: 3, name: 'х' },
  anything: { deep: [1, null] },
}
const nothing: z.input<typeof shape> = {
  text: null,
  number: null,
  flag: null,
  one: null,
  many: null,
  either: null,
  word: null,
  left: null,
  anything: null,
}

test.each([
  ['what is there', something],
  ['nothing', nothing],
  ['what is left out', { ...nothing, left: undefined }],
])('%s is serialised like JSON.stringify does', (_, value) => {
  expect(JSON.parse(serializer(shape, false)(value))).toEqual(JSON.parse(JSON.stringify(value)))
})

test('no reply of the contract has alternatives with null', () => {
  const reply = contract.requests.backlogSummary.reply
  const json = JSON.stringify(
    withNullable(z.toJSONSchema(reply as z.ZodType, { target: 'draft-7', io: 'output', unrepresentable: 'any' })),
  )
  expect(json).toContain('"nullable":true')
  expect(json).not.toContain('"type":"null"')
})

test('the code for a reply is generated when it is first sent', () => {
  let isRead = false
  const schema = z.lazy(() => {
    isRead = true
    return z.string()
  })
  const serialise = serializer(schema, false)
  expect(isRead).toBe(false)
  expect(serialise('слово')).toBe('"слово"')
  expect(isRead).toBe(true)
})

test.each(
  Object.values(contract.endpoints).flatMap(({ method, path, reply }) =>
    reply ? [[method, path, reply] as const] : [],
  ),
)('code can be generated for the reply of %s %s', (_method, _path, reply) => {
  expect(generate(reply)).toBeTypeOf('function')
})
