import { expect, test } from 'vitest'
import * as z from 'zod'
import {
  agreements,
  endpoints,
  type AnyEndpoint,
  publications,
  registry,
  releases,
  requests,
  threads,
} from './index.ts'

const nothing = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, null]))
const PAGE = ['page', 'per_page', 'order_by', 'isDesc', 'isExcel', 'search_string']
const FILTERS = ['systems', 'modules', 'steps', 'companies', 'authors', 'date_from', 'date_to', 'unnamed']
const publication = { list: [{ release: 1, customers: [] }], recipients: {} }

test.each([
  ['requests', requests.backlogSummary.body, {}, [...PAGE, 'type_ids', 'isPaid', 'date_from']],
  ['releases', releases.list.body, {}, [...PAGE, ...FILTERS]],
  ['the registry', registry.getEntries.body, {}, [...PAGE, 'company_ids']],
  ['remarks', threads.list.body, {}, [...PAGE, 'release_ids', 'shown', 'mine', 'late', 'blocking']],
  ['a publication', publications.publish.body, publication, ['text', 'reason', 'corrects']],
  ['an agreement', agreements.add.body, { release_id: 1, company_id: 1 }, ['recipients', 'recipientsExtra', 'remark']],
  ['an approval', agreements.update.body, { updateTarget: 5 }, ['remark', 'version']],
])('%s: null means that a field is not given', (_, schema, given, fields) => {
  const read = (body: object) =>
    Object.entries(schema?.parse(body) ?? {}).filter(([, value]) => value !== null && value !== undefined)
  expect(read({ ...given, ...nothing(fields) })).toEqual(read(given))
})

/** What a schema reads, or undefined if it refuses it. */
const read = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).data
interface Made {
  shape?: Record<string, z.core.$ZodType>
  options?: z.core.$ZodType[]
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
}
const madeOf = (schema: object): Made => Reflect.get(schema, '_zod').def
/** The same without what says that it need not be given. */
function bare(schema: z.core.$ZodType): Made {
  const made = madeOf(schema)
  const inner = made.innerType ?? made.in
  return inner ? bare(inner) : made
}
/** The places of fields that have a usual value when they are left out, but not when they are null. */
function choosy(schema: z.core.$ZodType, at = ''): string[] {
  const usual = read(schema, undefined)
  if (usual !== undefined && JSON.stringify(read(schema, null)) !== JSON.stringify(usual)) return [at]
  const { shape = {}, options = [], element } = bare(schema)
  return [
    ...Object.entries(shape).flatMap(([name, one]) => choosy(one, `${at}.${name}`)),
    ...[...options, ...(element ? [element] : [])].flatMap((one) => choosy(one, at)),
  ]
}

/** Kept by the product's own form, and made by browsers. */
const OWN = new Set(['drafts.saveDraft', 'secondFactor.finishPasskey', 'auth.login'])
const written = Object.entries<AnyEndpoint>(endpoints).flatMap(([name, { body }]) =>
  body && !OWN.has(name) ? [[name, body] as const] : [],
)

test.each(written)('%s: null in the body is as good as a field left out', (_name, body) =>
  expect(choosy(body)).toEqual([]),
)
