import { about, change, plain, post, type Line } from '../line.ts'

const EVERYTHING = { per_page: 500 }

export const requests: Record<string, Line> = {
  'requests.getRequest': about('request'),
  'requests.createRequest': plain({
    parts: (_, { modules, companies }) => ({
      body: { company: companies.own, module: modules.shared, type: 1, e_title: 'Новая' },
    }),
    // The client of the other company sends its own company.
  }),
  // Among staff only the author may call these; among clients those of its company.
  'requests.saveRequest': change('request', () => ({ urgency: 2 }), { takes: true, admits: [403, 422] }),
  'requests.withdrawRequest': about('request', { takes: true, admits: [403, 422] }),
  'requests.requestForm': plain(),
  'requests.saveDescription': change('request', () => ({ description: '<p>да</p>', isSolo: true })),
  'requests.requestsList': plain({ parts: () => ({ query: { limit: 100 } }) }),
  'requests.requestsByKey': plain({ parts: () => ({ params: { key: 'MDL-1' } }) }),
  'requests.saveIssues': plain({
    kind: 'request',
    deleted: 'found',
    parts: ({ id }) => ({
      body: { tracker: 'Redmine', issues: [{ key: '1', request_id: id, title: 'Задача', status: 'Новая' }] },
    }),
  }),
  'requests.saveBacklog': plain({
    kind: 'request',
    parts: ({ id }) => ({ body: { request_id: id, planned_time: 60 } }),
  }),
  'requests.saveManyBacklog': plain({
    kind: 'request',
    deleted: 'found',
    parts: ({ id }) => ({ body: { requests: [id], inBacklog: true } }),
  }),
  'requests.saveStatus': plain({
    kind: 'request',
    deleted: 'found',
    parts: ({ id }) => ({ body: { requests: [id], isPaid: true } }),
  }),
  'requests.statuses': plain(),
  'requests.modules': plain(),
  'requests.ticketModules': plain(),
  'requests.backlogSummary': post({ ...EVERYTHING, charts: true }),
  'requests.tickets': post(EVERYTHING),
  'requests.backlogFilters': plain(),
  'requests.ticketFilters': plain(),
  'requests.importProgress': plain({ parts: () => ({ params: { key: 'a'.repeat(32) } }) }),
  'requests.importedPeople': plain(),
  'requests.joinImported': post({ source: 'Jira', name: 'Ольга Смирнова', user: null }, { admits: [404] }),
  'requests.importRequests': plain({ admits: [400] }),
  'finding.search': plain({ parts: () => ({ query: { search: 'qzj' } }) }),
  'finding.recent': plain(),
  'finding.remember': plain({ kind: 'request', parts: ({ id }) => ({ body: { kind: 'request', id } }) }),
  'notices.list': plain(),
  'notices.count': plain(),
  'waiting.list': plain({ parts: () => ({ query: { per_page: 500, own: 'false' } }) }),
  'waiting.count': plain(),
  'notices.getSettings': plain(),
  'notices.saveSettings': post({ kinds: [], digest_time: '08:00' }),
  'notices.read': post({ ids: [1], read: true }),
  'notices.getWatching': about('request', { parts: ({ id }) => ({ params: { entity: 'request', id } }) }),
  'notices.watch': about('request', {
    parts: ({ id }) => ({ params: { entity: 'request', id }, body: { watches: true } }),
  }),
  'lookups.users': plain(),
  'lookups.systems': plain(),
  'lookups.systemsModules': plain(),
  'lookups.companies': plain(),
  'lookups.moduleCompanies': plain({ parts: (_, { modules }) => ({ params: { idmod: modules.shared } }) }),
  'lookups.companyContacts': plain({ parts: (_, { companies }) => ({ params: { n: companies.own } }) }),
  'lookups.contactsOfCompanies': plain({ parts: (_, { companies }) => ({ body: { companies: [companies.own] } }) }),
  'lookups.getContacts': plain({ parts: (_, { companies }) => ({ body: { companies: [companies.own] } }) }),
}
