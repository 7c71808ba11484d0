import type { agreements, threads } from '@vypusk/contract'

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
  published: false,
  zone: 'Europe/Moscow',
  company_zone: 'Europe/Moscow',
  objections: [],
  against_reason: '',
  cancel_reason: '',
}

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
  called_off: false,
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
  abilities: { answer: true, internal: true, close: true, reopen: NO, owner: true, due: true, blocks: NO },
  ...overrides,
})
