import { about, change, plain, post, type Line } from '../line.ts'
import type { World } from '../../world/world.ts'

const DATES = { start_date: '2026-03-02', plan_date: '2026-03-31' }
const request = ({ things }: World) => things.request.own.id
const requests = (world: World) => ({ requests: [request(world)] })

export const releases: Record<string, Line> = {
  'releases.list': post({ per_page: 500 }),
  'releases.summary': post({ per_page: 500 }),
  'releases.authors': post({}),
  'releases.get': about('release'),
  'releases.save': change(
    'release',
    ({ owner }, { companies }) => ({ title: 'Иначе', ...DATES, companies: [owner, companies.third] }),
    { takes: true },
  ),
  'releases.remove': about('release', { takes: true }),
  'releases.restore': about('release', {
    admits: [404, 403],
    deleted: 'found',
    takes: true,
    // The planted words expect this release to be deleted, so it is deleted again at once.
    undo: async ({ db }, { id, isDeleted }) => {
      if (isDeleted)
        await db.updateTable('releases').set({ deleted_at: '2026-03-02T09:00:00.000Z' }).where('id', '=', id).execute()
    },
  }),
  'releases.getComment': about('release'),
  'releases.saveComment': change('release', () => ({ comment: 'да' }), { takes: true }),
  'releases.getTerms': about('release'),
  'releases.saveTerms': plain({
    kind: 'release',
    takes: true,
    parts: ({ id }) => ({ body: { release_id: id, terms: 'да' } }),
  }),
  'releases.getDescription': about('release'),
  'releases.saveDescription': change('release', () => ({ description: 'да' }), { takes: true }),
  'releases.descriptionDoc': about('release'),
  'dossiers.get': about('release'),
  'releases.getFiles': about('release'),
  'releases.addFiles': change('release', () => ({ files: [999_999] }), { admits: [422], takes: true }),
  'releases.removeFile': about('release', {
    takes: true,
    parts: ({ id, of }) => ({ params: { id, file: of['file'] ?? 0 } }),
  }),
  'releases.getHistory': about('release'),
  'releases.calculationRequests': about('release'),
  'releases.changeStep': change('release', () => ({ step_id: 1 }), { takes: true }),
  'releases.steps': plain(),
  'releases.notPublishing': plain({
    kind: 'release',
    takes: true,
    parts: ({ id }, { companies }) => ({ body: { release_id: id, company_id: companies.third, reason: 'да' } }),
  }),
  'releases.addRequests': change('release', (_, world) => requests(world), { takes: true, admits: [422] }),
  'releases.checkRequests': change('release', (_, world) => requests(world), { deleted: 'found' }),
  'releases.moveRequests': change(
    'release',
    (_, world) => ({ ...requests(world), release_id: world.things.release.own.id }),
    { takes: true, admits: [404] },
  ),
  'releases.bringCompanies': change('release', () => ({ bring: { companies: true } }), { takes: true }),
  'releases.takeBack': change('release', () => ({}), { takes: true }),
  'releases.removeRequest': about('release', {
    takes: true,
    admits: [404],
    parts: ({ id }, world) => ({ params: { id, request: request(world) } }),
  }),
  'releases.requestsIssues': plain({
    kind: 'request',
    deleted: 'found',
    parts: ({ id }) => ({ body: { requests: [id] } }),
  }),
  'releases.requestsWithIssues': about('release'),
  'planning.inProgress': plain(),
  'planning.excel': post({}),
  'planning.preview': post({ from: '2026-03-02', weeks: 4 }),
  'planning.save': plain({
    kind: 'release',
    takes: true,
    parts: ({ id }) => ({ body: { changes: [{ release_id: id, ...DATES }] } }),
    admits: [409, 422],
  }),
  'planning.freeDate': about('release', { parts: ({ id }) => ({ params: { id }, query: { from: '2026-03-02' } }) }),
  'planning.backlog': plain(),
  'planning.freezes': plain(),
  'planning.addFreeze': post({ date_from: '2026-04-01', date_to: '2026-04-02', reason: 'Отчётность' }),
  'planning.removeFreeze': plain({ parts: () => ({ params: { id: 999_999 } }), admits: [404] }),
  'planning.variants': plain(),
  'planning.saveVariant': plain({ parts: () => ({ params: { id: 0 }, body: { name: 'Мой', changes: [] } }) }),
  'planning.removeVariant': plain({
    parts: (_, { priv }) => ({ params: { id: priv.variant } }),
    admits: [403, 404],
    takes: true,
  }),
}
