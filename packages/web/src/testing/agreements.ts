import type { agreements, approve, scopes, threads } from '@vypusk/contract'

/** Agreements and the remarks on them, as staff see them. */

const AT = '2026-03-02T09:00:00.000Z'
const NO = 'Сейчас нельзя'

const abilities: agreements.AgreementDetail['abilities'] = {
  remark: true,
  isPublishedOnTestEnv: true,
  recipients: true,
  recipientsExtra: true,
  date: true,
  approve: NO,
  approve_on_behalf: true,
  delete: true,
  offer: NO,
  accept_offer: NO,
  decline_offer: NO,
  withdraw_offer: NO,
  settle_scope: NO,
  tell_scope: NO,
  withdraw: true,
}

/** When the release is to be installed, and what follows from it elsewhere. */
const dated = {
  releaseDate: '2030-03-29',
  releaseTime: '22:00',
  clock: 'МСК',
  date_passed: false,
  date_withdrawn: false,
  published: false,
  zone: 'Europe/Moscow',
  company_zone: 'Europe/Moscow',
  objections: [],
  against_reason: '',
  cancel_reason: '',
}

/** A date on which something is installed. */
const standing = { called_off: false, date_withdrawn: false }

export const agreementDetail = (
  id: number,
  overrides: Partial<agreements.AgreementDetail> = {},
): agreements.AgreementDetail => ({
  id,
  release_id: 8,
  company_id: 7,
  company: { idcomp: 7, namecomp: 'ГУП «Водоканал»' },
  details: { id: 8, title: 'Релиз 8' },
  by_rivc: true,
  by_client: false,
  status: 1,
  remark: '',
  isPublishedOnTestEnv: true,
  recipients: [],
  recipientsExtra: [],
  ...dated,
  sent_at: AT,
  not_publishing: false,
  ...standing,
  created_at: AT,
  updated_at: AT,
  version: 1,
  offer: null,
  open_remarks: { blocking: 0, other: 0, unanswered: 0 },
  scope_change: null,
  waiting_days: null,
  author: { id: 2, name: 'Максим Орлов' },
  is_visible_for_client: true,
  open_release_id: 8,
  history: [],
  offers: [],
  scope: null,
  scope_decisions: [],
  next_reminder: null,
  substitutes: [],
  deliveries: [],
  abilities,
  ...overrides,
})

/** A scope with something in each of its parts. */
export const scope = (overrides: Partial<scopes.Scope> = {}): scopes.Scope => ({
  sha256: 'a'.repeat(64),
  format: 1,
  description: 'Для кассиров',
  terms: 'Снять копию базы',
  modules: [{ idmod: 3, namemod: 'Касса', system: 'Учёт' }],
  requests: [{ id: 12, title: 'Печать накладной', text: 'Печатается сразу' }],
  ...overrides,
})

/** What the link in a letter asks. */
export const linkQuestion = (overrides: Partial<approve.Question> = {}): approve.Question => ({
  namecomp: 'ГУП «Водоканал»',
  title: 'Релиз 8',
  releaseDate: '2030-03-29',
  releaseTime: null,
  zone: 'Europe/Moscow',
  company_zone: null,
  clock: 'МСК',
  isPublishedOnTestEnv: false,
  release_id: 8,
  description: '',
  requests: [],
  scope: null,
  scope_sha: null,
  scope_change: null,
  objections: [],
  remark: '',
  answered: null,
  agreed: null,
  answers_as: 'it@example.ru',
  has_account: false,
  asker: { name: 'Максим Орлов', email: null },
  answer_by: null,
  expires_at: '2030-03-20T09:00:00.000Z',
  can_agree: true,
  offer: null,
  can_offer: true,
  can_remark: true,
  ...overrides,
})

const own: threads.Entry['abilities'] = { rewrite: NO, withdraw: NO }

export const entry = (id: number, overrides: Partial<threads.Entry> = {}): threads.Entry => ({
  id,
  side: 'client',
  user: { id: 3, name: 'Клара Северная' },
  html: '<p>Форма не печатается</p>',
  internal: false,
  asks: false,
  imported: false,
  on_behalf: false,
  mentions: [],
  files: [],
  created_at: AT,
  edited_at: null,
  withdrawn_at: null,
  version: 1,
  abilities: own,
  ...overrides,
})

/** A client's remark, as staff see it. */
export const thread = (id: number, overrides: Partial<threads.Thread> = {}): threads.Thread => ({
  id,
  entity: 'agreement',
  entity_id: 5,
  kind: 'remark',
  side: 'client',
  user: { id: 3, name: 'Клара Северная' },
  owner: { id: 2, name: 'Максим Орлов' },
  due: '2030-03-12',
  blocks: true,
  state: 'open',
  closing: null,
  needs_reason: true,
  created_at: AT,
  updated_at: AT,
  version: 4,
  entries: [entry(id * 10)],
  earlier: 0,
  abilities: { answer: true, internal: true, close: true, reopen: NO, owner: true, due: true, blocks: NO },
  ...overrides,
})

/** A release and a company in the matrix, without an agreement. */
export const matrixCell = (overrides: Partial<agreements.MatrixCell> = {}): agreements.MatrixCell => ({
  release_id: 1,
  company_id: 1,
  agreement_id: null,
  status: 0,
  ...standing,
  date_passed: false,
  published: false,
  releaseDate: null,
  releaseTime: null,
  zone: 'Europe/Moscow',
  company_zone: null,
  remark: '',
  open_remarks: { blocking: 0, other: 0, unanswered: 0 },
  trials: null,
  sent_at: null,
  offer: null,
  waiting_days: null,
  ...overrides,
})
