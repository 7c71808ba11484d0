import { companyCalendars, type adminCompanies } from '@vypusk/contract'

/** A company as the administrators' form shows it. */
export const companyDetail = (overrides: Partial<adminCompanies.CompanyDetail> = {}): adminCompanies.CompanyDetail => ({
  idcomp: 7,
  namecomp: 'Водоканал',
  modules_count: 0,
  people_count: 0,
  is_hidden: false,
  created_at: '2026-03-01T10:00:00.000Z',
  version: 1,
  modules: [],
  people: [],
  going_on_count: 0,
  deputy: null,
  head: null,
  escalation_version: 1,
  history: [],
  abilities: { hide: true },
  ...overrides,
})

/** A company's calendar before anybody has changed it. */
export const companyCalendar = (
  overrides: Partial<companyCalendars.CompanyCalendar> = {},
): companyCalendars.CompanyCalendar => ({
  company: { idcomp: 7, namecomp: 'ГУП «Водоканал»' },
  zone: null,
  working: companyCalendars.USUAL_WEEK,
  installing: null,
  installation_zone: 'Europe/Moscow',
  version: 0,
  updated: null,
  closed: [],
  history: [],
  abilities: { edit: true },
  ...overrides,
})
