import type { requests, trackers } from '@vypusk/contract'

/** Requests as lists and panels show them. */

const NO = 'Сейчас нельзя'
const company = { idcomp: 7, namecomp: 'ГУП «Водоканал»' }
const module = { idmod: 3, namemod: 'Отчёты', idsys: 1, system: 'Биллинг' }

export const requestRow = (id: number, overrides: Partial<requests.RequestRow> = {}): requests.RequestRow => ({
  id,
  e_title: `Заявка про отчёт ${id}`,
  created_at: '2026-03-02T09:00:00.000Z',
  status: { id: 1, name: 'Новая', tone: 'grey' },
  type: { id: 1, name: 'Доработка' },
  author: { id: 3, name: 'Клара Северная' },
  company,
  module,
  release: null,
  priority: null,
  urgency: 2,
  isPaid: false,
  source_key: null,
  backlog_request: null,
  version: 1,
  ...overrides,
})

/** A page of a list with these rows; `total` is larger when there are more pages. */
export const requestPage = (
  data: requests.RequestRow[],
  { page = 1, per_page = 50 }: { page?: number; per_page?: number } = {},
  total = data.length,
): requests.RequestPage => ({
  total,
  from: data.length > 0 ? (page - 1) * per_page + 1 : null,
  to: data.length > 0 ? (page - 1) * per_page + data.length : null,
  current_page: page,
  per_page,
  data,
  more: false,
  among: null,
  counts: { total, planned_time: 0, in_backlog: 0, paid: 0 },
})

export const requestFilters = {
  statuses: [{ id: 1, name: 'Новая', tone: 'grey' as const }],
  types: [{ id: 1, name: 'Доработка' }],
  authors: [{ id: 3, name: 'Клара Северная' }],
  releases: [{ id: 5, title: 'Весенний' }],
  modules: [module],
  priorities: [{ id: 1, name: '1' }],
  urgencies: [
    { id: 3, name: 'Высокий' },
    { id: 4, name: 'Критично' },
  ],
  companies: [company, { idcomp: 8, namecomp: 'ООО «Юг»' }],
  isPaid: [{ id: 1, name: 'Платная' }],
  isInBacklogValues: [{ id: 2, name: 'Внесена в бэклог' }],
  priority_ids: [{ id: 1, name: '1' }],
}

/** The request with all its details, as staff see it. */
export const requestDetail = (id: number, overrides: Partial<requests.RequestDetail> = {}): requests.RequestDetail => ({
  ...requestRow(id),
  text: '',
  description: '',
  isSolo: true,
  issues: [],
  files: [],
  origin: null,
  history: [],
  abilities: {
    edit_backlog: true,
    edit_status: true,
    edit_description: true,
    add_to_release: true,
    edit: NO,
    withdraw: NO,
  },
  ...overrides,
})

/** A Redmine that requests are taken from, not read yet. */
export const tracker = (overrides: Partial<trackers.Tracker> = {}): trackers.Tracker => ({
  id: 3,
  name: 'Redmine',
  url: 'https://redmine.example.ru',
  source: null,
  request_field: 'Заявка',
  is_active: true,
  read_at: null,
  failing_since: null,
  failure: null,
  files: { kept: 0, waiting: 0, failed: 0 },
  issues: 0,
  hidden: 0,
  created_at: '2026-03-06T06:00:00.000Z',
  version: 4,
  ...overrides,
})
