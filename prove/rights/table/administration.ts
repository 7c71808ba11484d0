import { plain, post, type Line } from '../line.ts'

const WORDS = { subject: 'Тема', heading: 'Заголовок', text: 'Текст', button: 'Открыть' }
const item = (body?: unknown) =>
  plain({ parts: () => ({ params: { list: 'registry_step', id: 999_999 }, body }), admits: [404] })
const one = (body?: unknown) => plain({ parts: () => ({ params: { id: 999_999 }, body }), admits: [404] })
const letter = (body?: unknown) => plain({ parts: () => ({ params: { id: 1 }, body }), admits: [422] })
const GUESSED = { current_password: 'не тот' }
const PASSKEY = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'a', attestationObject: 'a' },
}
const PERSON = { login: 'novy', name: 'Новый', company: null }

export const administration: Record<string, Line> = {
  'adminCalendar.addYear': plain({ parts: () => ({ params: { year: 2026 } }), admits: [409] }),
  'adminCalendar.setDay': post({ day: '2026-03-09', minutes: 0 }),
  'adminCalendar.year': plain({ parts: () => ({ params: { year: 2026 } }) }),
  'adminCompanies.create': post({ namecomp: 'ООО «Новая»' }, { admits: [422] }),
  'adminCompanies.get': one(),
  'adminCompanies.hide': one({ is_hidden: true }),
  'adminCompanies.list': plain(),
  'adminCompanies.save': one({ namecomp: 'ООО «Иная»' }),
  'companyCalendars.get': one(),
  'companyCalendars.close': one({ date_from: '2026-04-01', date_to: '2026-04-02', reason: 'Отчётность' }),
  'companyCalendars.open': plain({ parts: () => ({ params: { id: 999_999, closed_id: 999_999 } }), admits: [404] }),
  'companyCalendars.save': one({ zone: null, working: [], installing: null }),
  'adminLists.create': plain({
    parts: () => ({ params: { list: 'registry_step' }, body: { name: 'Ещё' } }),
    admits: [422],
  }),
  'adminLists.hide': item({ is_hidden: true }),
  'adminLists.rename': item({ name: 'Иначе' }),
  'adminLists.reorder': plain({
    parts: () => ({ params: { list: 'registry_step' }, body: { ids: [999_999] } }),
    admits: [409],
  }),
  'adminLists.setKind': one({ kind: 'work' }),
  'adminLists.steps': plain(),
  'adminLists.systems': plain(),
  'adminPeople.block': one({ is_blocked: true }),
  'adminPeople.create': post(PERSON, { admits: [422] }),
  'adminPeople.get': one(),
  'adminPeople.list': plain(),
  'adminPeople.save': one(PERSON),
  'adminPeople.sendPassword': one(),
  'adminPeople.resetFactor': one(),
  'adminPeople.linkCorporate': plain({
    parts: () => ({ params: { id: 999_999 }, body: { subject: 'нет' } }),
    admits: [404, 422],
  }),
  'audit.list': post({}),
  'audit.people': plain(),
  'deleted.list': plain(),
  'deleted.restore': post({ entity: 'request', id: 999_999 }, { admits: [404] }),
  'deliveries.list': plain(),
  'deliveries.retry': post({ ids: [999_999] }),
  'letterTemplates.get': letter(),
  'letterTemplates.list': plain(),
  'letterTemplates.preview': letter(WORDS),
  'letterTemplates.reset': letter({}),
  'letterTemplates.save': letter(WORDS),
  'letterTemplates.test': letter(WORDS),
  'settings.check': plain({ parts: () => ({ params: { section: 'database' } }) }),
  'settings.list': plain(),
  'webhooks.create': post({ url: 'http://127.0.0.1:9/hook', kinds: ['request.changed'] }),
  'webhooks.deliveries': one(),
  'webhooks.list': plain(),
  'webhooks.remove': one(),
  'webhooks.renewSecret': one(),
  'webhooks.repeat': plain({ parts: () => ({ params: { id: 999_999, delivery_id: 1 } }), admits: [404] }),
  'webhooks.save': one({ url: 'http://127.0.0.1:9/hook', kinds: ['request.changed'], is_active: false }),
  'webhooks.test': one(),
}

export const accounts: Record<string, Line> = {
  'account.sessions': plain(),
  'account.endSession': one(),
  'account.endOthers': plain(),
  'account.changePassword': post({ current_password: 'не тот', password: 'Длинный пароль 1' }, { admits: [422, 429] }),
  'auth.getEntrance': plain(),
  'auth.getSettings': plain(),
  'auth.getUser': plain(),
  'auth.login': post({ login: 'nobody', password: 'x' }, { admits: [403, 429] }),
  'auth.passwordLink': plain({ parts: () => ({ params: { token: 'a'.repeat(43) } }), admits: [404] }),
  'auth.setPassword': plain({
    parts: () => ({ params: { token: 'a'.repeat(43) }, body: { password: 'Длинный пароль 1' } }),
    admits: [404],
  }),
  'auth.saveSettings': post({ page: 'Mine', pageSettings: {} }),
  'corporate.start': plain({ admits: [422] }),
  'corporate.finish': post({ state: 'a', nonce: 'a', code_verifier: 'a'.repeat(43), search: '?' }, { admits: [422] }),
  'secondFactor.get': plain(),
  'secondFactor.beginTotp': post(GUESSED, { admits: [422, 429] }),
  'secondFactor.finishTotp': post({ key: 'k', name: 'Телефон', code: '000000' }, { admits: [422] }),
  'secondFactor.beginPasskey': post(GUESSED, { admits: [422, 429] }),
  'secondFactor.finishPasskey': post({ name: 'Ноутбук', passkey: PASSKEY }, { admits: [422] }),
  'secondFactor.remove': plain({
    parts: () => ({ params: { id: 999_999 }, body: GUESSED }),
    admits: [404, 422, 429],
  }),
  'secondFactor.renewRecovery': post(GUESSED, { admits: [422, 429] }),
  'health.about': plain(),
  'health.live': plain(),
  'health.ready': plain(),
  'live.here': post({ key: 'k'.repeat(16), place: null }),
  'tokens.create': post({ name: 'Мой', scope: 'read', days: 1 }, { admits: [422] }),
  'tokens.list': plain(),
  'tokens.revoke': plain({ parts: (_, { priv }) => ({ params: { id: priv.token } }), admits: [404], takes: true }),
}
