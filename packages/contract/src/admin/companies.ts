import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { isExcel, ordering, pageOf, paging } from '../paging.ts'
import { escalation } from '../agreements/reminders.ts'
import { eachOnce } from '../each-once.ts'
import {
  abilities,
  byIdmod,
  change,
  company,
  contact,
  idsText,
  idText,
  line,
  message,
  module,
  moment,
  MOST_MODULES,
  searchText,
  version,
} from '../values.ts'
import { orElse } from '../optional.ts'

/** Client companies, the modules they use and the people responsible for them. For administrators only. */

/** Whether a company is active, or hidden from every list of choices. */
export const states = { active: 1, hidden: 2 } as const
/** The states in words. */
export const stateNames: Record<keyof typeof states, string> = { active: 'Действует', hidden: 'Скрыта' }

export const companyRow = company.extend({
  modules_count: z.int().min(0),
  /** Number of people who can sign in. */
  people_count: z.int().min(0),
  is_hidden: z.boolean(),
  created_at: moment,
  version: z.int(),
})
export type CompanyRow = z.output<typeof companyRow>

export const companyDetail = companyRow.extend({
  modules: z.array(module),
  people: z.array(contact.extend({ is_blocked: z.boolean() })),
  /** Number of its people who go on in another company once this one is hidden. */
  going_on_count: z.int().min(0),
  /**
   * The people who are asked when the recipients of an agreement do not answer (POST
   * agreements/escalation/{company_id}).
   */
  ...escalation,
  history: z.array(change),
  abilities: abilities('hide'),
})
export type CompanyDetail = z.output<typeof companyDetail>

const one = z.object({ id: idText })
const saved = z.object({ message, company: companyDetail })

export const list = endpoint({
  method: 'GET',
  path: '/admin/companies',
  access: 'admin',
  replica: true,
  summary:
    'Client companies, by name unless ordered otherwise. `state_ids`: 1 active, 2 hidden. With `isExcel` a workbook companies.xlsx of all of them.',
  query: z.object({
    ...paging,
    ...ordering('namecomp', 'modules_count', 'people_count', 'created_at'),
    search_string: searchText(200).optional(),
    /** Companies that use at least one of these modules. */
    module_ids: idsText,
    state_ids: idsText,
    isExcel,
  }),
  reply: pageOf(companyRow),
  stream: 'excel',
})

export const get = endpoint({
  method: 'GET',
  path: '/admin/companies/:id',
  access: 'admin',
  summary: 'One company with its modules, people and history. 404 for no such company.',
  params: one,
  reply: companyDetail,
})

const fields = z.object({
  namecomp: line(250, { empty: 'Укажите название', long: 'Название не длиннее 250 символов' }),
  modules: orElse(eachOnce(byIdmod).max(MOST_MODULES), []),
})

export const create = endpoint({
  method: 'POST',
  path: '/admin/companies',
  access: 'admin',
  summary:
    'Creates a company that uses the given modules. 422 for a name that is taken and for a module that does not exist.',
  body: fields,
  reply: saved,
  creates: true,
})

export const save = endpoint({
  method: 'POST',
  path: '/admin/companies/:id',
  access: 'admin',
  summary: 'Renames a company and sets the modules it uses. 409 with `current` for a stale `version`.',
  params: one,
  body: fields.extend({ version }),
  reply: saved,
})

export const hide = endpoint({
  method: 'POST',
  path: '/admin/companies/:id/hide',
  access: 'admin',
  summary:
    'Hides a company from every choice, or shows it again; everything that refers to it is kept. 422 while people of the company can sign in, while a release in progress includes it, and for a name that was taken meanwhile.',
  params: one,
  body: z.object({ is_hidden: z.boolean() }),
  reply: saved,
})
