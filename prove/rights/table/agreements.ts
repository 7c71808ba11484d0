import { about, change, plain, post, type Line } from '../line.ts'
import type { State, Thing } from '../../world/ground.ts'

/** Once an agreement is sent, its company knows of it even if its release is hidden (decision 0007). */
const SENT: readonly State[] = ['own', 'foreign', 'deleted']
const ids = ({ id }: Thing) => ({ body: { ids: [id] } })

/** A call about a thread of the agreement; everybody who may know of the agreement may write in it. */
const ofThread = ({ body, ofEntry, admits = [] }: { body?: unknown; ofEntry?: true; admits?: number[] }): Line =>
  about('agreement', {
    takes: true,
    admits,
    parts: ({ of }) => ({
      params: { id: of['thread'] ?? 0, ...(ofEntry ? { entry_id: of['entry'] ?? 0 } : {}) },
      ...(body === undefined ? {} : { body }),
    }),
  })

export const agreements: Record<string, Line> = {
  'agreements.list': plain({ parts: () => ({ query: { per_page: 500 } }) }),
  'agreements.matrix': plain(),
  'agreements.getFilters': plain(),
  'agreements.checkExists': plain({
    kind: 'agreement',
    deleted: 'found',
    parts: ({ of }) => ({ params: { release_id: of['release'] ?? 0, company_id: of['company'] ?? 0 } }),
  }),
  'agreements.get': about('agreement'),
  'agreements.add': plain({
    kind: 'release',
    takes: true,
    parts: ({ id }, { companies, people }) => ({
      body: { release_id: id, company_id: companies.own, recipients: [people.client] },
    }),
    admits: [409, 422],
    byField: true,
  }),
  'agreements.update': change('agreement', () => ({ updateTarget: 0, remark: 'Не подходит' }), { takes: true }),
  'agreements.sendMany': plain({ kind: 'agreement', takes: true, deleted: 'found', states: SENT, parts: ids }),
  'agreements.askAnother': plain({ kind: 'agreement', takes: true, deleted: 'found', states: SENT, parts: ids }),
  'agreements.remindMany': plain({ kind: 'agreement', takes: true, deleted: 'found', states: SENT, parts: ids }),
  'consequences.foresee': plain({
    kind: 'agreement',
    deleted: 'found',
    states: SENT,
    parts: ({ id }) => ({ body: { change: 'agreements_withdrawn', ids: [id] } }),
  }),
  'consequences.withdraw': plain({
    kind: 'agreement',
    takes: true,
    deleted: 'found',
    states: SENT,
    admits: [422],
    parts: ids,
  }),
  'consequences.withdrawals': plain(),
  'consequences.undo': plain({ takes: true, admits: [404], parts: () => ({ body: { act_id: 1 } }) }),
  'scopes.settle': plain({
    kind: 'agreement',
    takes: true,
    deleted: 'found',
    states: SENT,
    parts: ({ id }) => ({ body: { agreements: [{ id, scope_sha: 'a'.repeat(64) }], decision: 'tell' } }),
  }),
  'agreements.remove': about('agreement', { takes: true }),
  'offers.propose': change('agreement', () => ({ releaseDate: '2026-03-27', reason: 'Отпуск' }), {
    takes: true,
    admits: [403, 409],
  }),
  'offers.answer': about('agreement', {
    takes: true,
    admits: [403],
    parts: ({ id, of }) => ({ params: { id, offer_id: of['offer'] ?? 0 }, body: { answer: 'withdraw' } }),
  }),
  'dates.forAgreement': about('agreement'),
  'dates.forRelease': about('release', { parts: ({ id }) => ({ params: { release_id: id } }) }),
  'dates.askAll': plain({
    kind: 'release',
    takes: true,
    states: SENT,
    parts: ({ id }, { companies }) => ({ params: { release_id: id }, body: { companies: [companies.own] } }),
  }),
  'reminders.list': about('agreement'),
  'reminders.pause': about('agreement', {
    takes: true,
    admits: [409, 422],
    parts: ({ id }) => ({ params: { id }, body: { reason: 'Отпуск' } }),
  }),
  'reminders.resume': about('agreement', { takes: true, admits: [409, 422] }),
  'reminders.hurry': about('agreement', {
    takes: true,
    admits: [409, 422],
    parts: ({ id }) => ({ params: { id }, body: { stage: 'recipients' } }),
  }),
  'reminders.saveEscalation': plain({
    parts: (_, { companies }) => ({ params: { company_id: companies.own }, body: { deputy_id: null, head_id: null } }),
  }),
  'calendar.show': plain({ parts: () => ({ query: { date_from: '2026-03-01', date_to: '2026-04-10' } }) }),
  'calendar.checkDay': about('release', { parts: ({ id }) => ({ params: { release_id: id, day: '2026-03-20' } }) }),
  'calendar.getSubscription': plain(),
  'calendar.subscribe': plain(),
  'calendar.unsubscribe': plain(),
  'calendar.feed': plain({ parts: (_, world) => ({ params: { secret: world.calendar } }), isLink: true }),
  'approve.ask': plain({ parts: (_, world) => ({ params: { token: world.link } }), isLink: true }),
  'approve.dates': plain({ parts: (_, world) => ({ params: { token: world.link } }), isLink: true }),
  'approve.entry': plain({ parts: (_, world) => ({ params: { token: world.link } }), isLink: true }),
  'approve.answer': plain({
    parts: () => ({ params: { token: 'a'.repeat(43) }, body: { answer: 'agree' } }),
    admits: [404],
  }),
  'linkedThreads.read': plain({ parts: (_, world) => ({ params: { token: world.link } }), isLink: true }),
  'linkedThreads.raise': plain({
    parts: () => ({ params: { token: 'a'.repeat(43) }, body: { html: '<p>Рано</p>' } }),
    admits: [404],
  }),
  'linkedThreads.answer': plain({
    parts: () => ({ params: { token: 'a'.repeat(43), id: 1 }, body: { html: '<p>Рано</p>' } }),
    admits: [404],
  }),
  'linkedThreads.turn': plain({
    parts: () => ({ params: { token: 'a'.repeat(43), id: 1 }, body: { state: 'closed' } }),
    admits: [404],
  }),
  'linkedThreads.upload': plain({ parts: () => ({ params: { token: 'a'.repeat(43) } }), admits: [404] }),
  'linkedThreads.getFile': plain({ parts: () => ({ params: { token: 'a'.repeat(43), id: 1 } }), admits: [404] }),
  'threads.list': post({ per_page: 500, shown: 'all' }),
  'threads.getFilters': plain(),
  'threads.of': about('agreement', { parts: ({ id }) => ({ params: { entity: 'agreement', id } }) }),
  'threads.raise': about('agreement', {
    takes: true,
    parts: ({ id }) => ({ params: { entity: 'agreement', id }, body: { html: '<p>Не подходит</p>' } }),
  }),
  'talks.say': about('request', {
    takes: true,
    parts: ({ id }) => ({ params: { id }, body: { html: '<p>Поняли</p>' } }),
  }),
  'talks.people': about('request'),
  'threads.answer': ofThread({ body: { html: '<p>Поняли</p>' } }),
  'threads.rewrite': ofThread({ body: { html: '<p>Поняли</p>' }, ofEntry: true, admits: [403] }),
  'threads.withdraw': ofThread({ ofEntry: true, admits: [403] }),
  'threads.save': ofThread({ body: { blocks: true } }),
  'threads.turn': ofThread({ body: { state: 'closed', reason: 'Решили' } }),
  'trials.get': about('agreement'),
  'trials.tell': change('agreement', () => ({ request_id: 1, verdict: 'works' }), { admits: [422] }),
  'trials.setBuild': change('agreement', () => ({ build: '5.8.2' })),
  'trials.ask': plain({ parts: (_, world) => ({ params: { token: world.link } }), isLink: true }),
  'trials.answer': plain({
    parts: () => ({ params: { token: 'a'.repeat(43) }, body: { request_id: 1, verdict: 'works' } }),
    admits: [404],
  }),
  'letters.retryDelivery': plain({
    kind: 'agreement',
    deleted: 'found',
    parts: ({ of }) => ({ params: { id: of['delivery'] ?? 0 } }),
  }),
}

export const publications: Record<string, Line> = {
  'publications.listPublications': plain({ parts: () => ({ query: { per_page: 500 } }) }),
  'publications.getFilters': plain(),
  'publications.getPublication': about('publication'),
  'publications.getPublicationDoc': about('publication'),
  'publications.withdraw': change('publication', () => ({ reason: 'да' }), { takes: true, clients: 'never' }),
  'fileCopies.list': about('publication'),
  'publications.getDownloads': about('publication'),
  'publications.getReleasesToPublish': plain({
    kind: 'release',
    deleted: 'found',
    parts: ({ id }) => ({ query: { release_ids: id } }),
  }),
  'publications.publish': plain({
    kind: 'release',
    takes: true,
    parts: ({ id, owner }) => ({
      body: { list: [{ release: id, customers: [owner] }], recipients: {}, reason: 'Срочно' },
    }),
    byField: true,
  }),
  'receipts.confirm': about('publication', {
    parts: ({ id, of }) => ({
      params: { id },
      body: { release_id: of['release'], company: of['customer'], kind: 'received' },
    }),
    admits: [422],
    byField: true,
  }),
  'receipts.list': about('publication'),
  'letters.ofWithdrawal': about('publication'),
  'receipts.remind': about('publication', {
    takes: true,
    admits: [422],
    parts: ({ id }, { companies }) => ({ params: { id }, body: { company: companies.own } }),
  }),
  'receipts.check': about('publication', {
    parts: ({ id, of }) => ({ params: { id }, body: { file_id: of['file'], sha256: '0'.repeat(64) } }),
  }),
  'versions.list': plain(),
  'versions.excel': plain(),
  'versions.ofRelease': about('release'),
  'drafts.getDraft': plain(),
  'drafts.preview': plain({
    kind: 'release',
    parts: ({ id }, world) => ({ body: { list: [{ release: id, customers: [world.companies.own] }], recipients: {} } }),
    deleted: 'found',
  }),
  'drafts.previewDoc': plain({
    kind: 'release',
    parts: ({ id }, world) => ({ body: { list: [{ release: id, customers: [world.companies.own] }], recipients: {} } }),
    deleted: 'found',
    admits: [404],
  }),
  'drafts.saveDraft': post({ draft: null }),
  'files.getFile': about('file', { deleted: 'found' }),
  'files.linkFile': about('file', { deleted: 'found', admits: [403] }),
  'files.getSavedFile': plain({ parts: () => ({ params: { id: 1 }, query: { token: 'a' } }), admits: [404] }),
  'files.uploadFiles': plain({ admits: [400] }),
  'files.deleteFiles': post({ filenames: ['нет.txt'] }, { admits: [422] }),
  'files.beginUpload': plain({ admits: [201, 422] }),
  'files.askUpload': plain({
    parts: () => ({ params: { upload: '00000000-0000-4000-8000-000000000000' } }),
    admits: [404],
  }),
  'files.appendToUpload': plain({
    parts: () => ({ params: { upload: '00000000-0000-4000-8000-000000000000' }, body: {} }),
    admits: [400, 404, 409, 422],
  }),
  'files.cancelUpload': plain({
    parts: () => ({ params: { upload: '00000000-0000-4000-8000-000000000000' } }),
    admits: [404],
  }),
  'files.finishUpload': plain({
    parts: () => ({ params: { upload: '00000000-0000-4000-8000-000000000000' } }),
    admits: [404],
  }),
}
