import { expect, test } from 'vitest'
import { agreements, publications, registry, releases, requests, threads } from './index.ts'

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
