import { about, plain, post, type Line } from '../line.ts'

const registryOnly = { clients: 'registry' } as const
const room = (...names: string[]) => Object.fromEntries(names.map((name) => [`registry.${name}`, plain(registryOnly)]))
const entry = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`registry.${name}`, about('entry', registryOnly)]))

export const registry: Record<string, Line> = {
  ...room(
    'checkEntryAccess',
    'checkCreateAccess',
    'visit',
    'possibleColumns',
    'selfColumns',
    'steps',
    'responsibles',
    'bosses',
    'selfFilters',
    'getFilters',
  ),
  ...entry('getEntry', 'changelog', 'rivcComments', 'clientComments', 'mentionable'),
  'registry.companyResponsibles': plain({
    ...registryOnly,
    kind: 'entry',
    deleted: 'found',
    byOwner: true,
    parts: ({ owner }) => ({ params: { id: owner } }),
  }),
  'registry.updateSelfColumns': post({ columns: [] }, registryOnly),
  'registry.updateSelfFilters': post({ company_ids: [] }, registryOnly),
  'registry.getEntries': post({ per_page: 500 }, registryOnly),
  'registry.postFilters': post({}, registryOnly),
  'registry.createEntry': plain({
    ...registryOnly,
    parts: (_, { companies }) => ({ body: { company: companies.own, title: 'Новая' } }),
  }),
  'registry.createEntries': plain({
    ...registryOnly,
    parts: (_, { companies }) => ({ body: { entries: [{ company: companies.own, title: 'Новая' }] } }),
  }),
  'registry.updateEntry': plain({
    ...registryOnly,
    kind: 'entry',
    takes: true,
    parts: ({ id }) => ({ body: { id, title: 'Иначе' } }),
  }),
  'registry.updateEntries': plain({
    ...registryOnly,
    kind: 'entry',
    takes: true,
    deleted: 'found',
    forEach: true,
    parts: ({ id }) => ({ body: { entries: [{ id, title: 'Иначе' }] } }),
  }),
  'registry.addComment': plain({
    ...registryOnly,
    kind: 'entry',
    takes: true,
    parts: ({ id }) => ({ body: { id, comment: 'Да' } }),
  }),
  'registry.readComments': plain({ ...registryOnly, kind: 'entry', parts: ({ id }) => ({ body: { id } }) }),
}
