import type { releases } from '@vypusk/contract'

/** Releases as lists show them. */

const planning: releases.ReleaseStep = { id: 0, name_step: 'Планирование', order: 0, kind: 'planning' }

/** The steps of this installation. */
export const steps: releases.ReleaseStep[] = [
  { id: 1, name_step: 'Разработка', order: 1, kind: 'work' },
  { id: 4, name_step: 'Закрыт', order: 4, kind: 'closed' },
]

/** A company of a release without an agreement. */
export const releaseCompany = (
  idcomp: number,
  overrides: Partial<releases.ReleaseCompany> = {},
): releases.ReleaseDetail['companies'][number] => ({
  idcomp,
  namecomp: `Компания ${idcomp}`,
  status: 0,
  agreement_id: null,
  called_off: false,
  date_withdrawn: false,
  provider_turn: false,
  date_passed: false,
  published: false,
  scope_change: null,
  ...overrides,
})

/** A company that was not asked for a date, and that the publication waits for. */
export const waitedFor = (idcomp: number, overrides: Partial<releases.WaitedFor> = {}): releases.WaitedFor => ({
  idcomp,
  namecomp: `Компания ${idcomp}`,
  status: 0,
  agreement_id: null,
  releaseDate: null,
  releaseTime: null,
  date_passed: false,
  sent_at: null,
  trials: null,
  open_remarks: { blocking: 0, other: 0, unanswered: 0 },
  reasons: ['Нет согласования'],
  blockers: [{ kind: 'not_asked', reason: 'Нет согласования', id: null, holds: true }],
  ...overrides,
})

export const releaseRow = (id: number, overrides: Partial<releases.ReleaseRow> = {}): releases.ReleaseRow => ({
  id,
  title: `Релиз ${id}`,
  step: planning,
  start_date: '2026-03-02',
  plan_date: '2027-12-24',
  planned_time: 0,
  short_description: '',
  is_visible_for_client: true,
  systems: [],
  modules: [],
  companies: [],
  users: [],
  author: { id: 2, name: 'Максим Орлов' },
  requests_count: 0,
  planned_requests_time: 0,
  created_at: '2026-03-02T09:00:00.000Z',
  published_at: null,
  unnamed_count: 0,
  version: 1,
  ...overrides,
})

/** A list's page when it is the only one. */
export const pageWith = <Row>(data: Row[]) => ({
  total: data.length,
  from: data.length > 0 ? 1 : null,
  to: data.length > 0 ? data.length : null,
  current_page: 1,
  per_page: 50,
  data,
})

const NO = 'Сейчас нельзя'

/** A release in progress, as staff see it. */
export const releaseDetail = (id: number, overrides: Partial<releases.ReleaseDetail> = {}): releases.ReleaseDetail => ({
  ...releaseRow(id),
  companies: [],
  modules_ids: [],
  terms: '',
  description: '',
  files: [],
  own_files: [],
  steps_history: [],
  release_ready: [],
  requests: [],
  agreements: [],
  notPublishingList: [],
  abilities: { save: NO, delete: NO, step: NO, requests: NO, files: NO, not_publishing: NO },
  ...overrides,
})
