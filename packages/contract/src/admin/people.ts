import * as z from 'zod'
import { emailAddress } from '../email.ts'
import { endpoint } from '../endpoint.ts'
import { isExcel, ordering, pageOf, paging } from '../paging.ts'
import {
  abilities,
  byIdcomp,
  change,
  company,
  freeText,
  id,
  idsText,
  idText,
  line,
  message,
  moment,
  outcome,
  searchText,
  version,
} from '../values.ts'
import { orElse } from '../optional.ts'

/** People and their rights (product.md, "Screens", /admin). For administrators only. */

/** Roles that the list can be filtered by. */
export const roles = { administrator: 1, staff: 2, client: 3 } as const
/** States that the list can be filtered by: can sign in, is blocked, or has not set a password yet. */
export const states = { active: 1, blocked: 2, no_password: 3 } as const
export type State = keyof typeof states
/** The states in words. */
export const stateNames: Record<State, string> = {
  active: 'Действует',
  blocked: 'Заблокирован',
  no_password: 'Нет пароля',
}

/** The state of an account. */
export function stateOf({ is_blocked, has_password }: Pick<Person, 'is_blocked' | 'has_password'>): State {
  if (is_blocked) return 'blocked'
  return has_password ? 'active' : 'no_password'
}

/** What each right is called: in forms, workbooks and the history. */
export const rightTitles = {
  isAdmin: 'Администратор',
  can_enter_registry: 'Вход в реестр заявок',
  can_create_registry: 'Создание записей реестра',
  can_edit_calendar: 'Календарь компании',
}

export const person = z.object({
  id,
  login: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  isRivc: z.boolean(),
  isAdmin: z.boolean(),
  /** Null for the provider's staff. */
  company: company.nullable(),
  /** Names of the person's further companies. */
  further: z.array(z.string()),
  is_blocked: z.boolean(),
  can_enter_registry: z.boolean(),
  can_create_registry: z.boolean(),
  /** Clients only: may edit the company's calendar. */
  can_edit_calendar: z.boolean(),
  has_password: z.boolean(),
  /** When one of the person's sessions was last used; null while there are none. */
  last_seen_at: moment.nullable(),
  created_at: moment,
  version: z.int(),
})
export type Person = z.output<typeof person>

/** A person's rights in one company. */
const companyRights = {
  can_enter_registry: orElse(z.boolean(), false),
  can_create_registry: orElse(z.boolean(), false),
  can_edit_calendar: orElse(z.boolean(), false),
}

/** A further company of a person, with the account that belongs to it. */
export const membership = z.object({
  /** The id of that account; everything the person does for the company is recorded under it. */
  id,
  company,
  can_enter_registry: z.boolean(),
  can_create_registry: z.boolean(),
  can_edit_calendar: z.boolean(),
  /** The company is hidden: the person cannot choose it until it is shown again. */
  is_hidden: z.boolean(),
  version: z.int(),
})
export type Membership = z.output<typeof membership>

export const personDetail = person.extend({
  /** The person's companies other than `company`, by name. */
  memberships: z.array(membership),
  /**
   * The name by which the corporate identity provider knows the person, once an administrator linked the two or a
   * sign-in matched them.
   */
  corporate: z.string().nullable(),
  /**
   * Set when the company's directory (SCIM) manages the person: name, login, email and rights are changed there. Null
   * when they are edited by hand.
   */
  directory: z.object({ external_id: z.string().nullable() }).nullable(),
  /** Number of browsers that are signed in now. */
  sessions_count: z.int().min(0),
  /** Second factors that the person has set up, by name. */
  second_factors: z.array(z.string()),
  history: z.array(change),
  abilities: abilities('first', 'isAdmin', 'block', 'password', 'second_factor'),
})
export type PersonDetail = z.output<typeof personDetail>

export const list = endpoint({
  method: 'GET',
  path: '/admin/people',
  access: 'admin',
  replica: true,
  summary:
    'Everybody who has an account, by name unless ordered otherwise. `role_ids`: 1 administrators, 2 staff, 3 clients; `state_ids`: 1 active, 2 blocked, 3 without a password. With `isExcel` a workbook people.xlsx of all of them.',
  query: z.object({
    ...paging,
    ...ordering('id', 'name', 'login', 'email', 'company', 'last_seen_at', 'created_at'),
    /** Part of the name, login or email address. */
    search_string: searchText(200).optional(),
    client_ids: idsText,
    role_ids: idsText,
    state_ids: idsText,
    isExcel,
  }),
  reply: pageOf(person),
  stream: 'excel',
})

export const get = endpoint({
  method: 'GET',
  path: '/admin/people/:id',
  access: 'admin',
  summary:
    'One person with history and with what the caller may do, by the id of any of their accounts. 404 for no such person.',
  params: z.object({ id: idText }),
  reply: personDetail,
})

const fields = z.object({
  login: line(100, { empty: 'Укажите логин', long: 'Логин не длиннее 100 символов' }).regex(
    /^\S+$/,
    'Логин пишется без пробелов',
  ),
  name: line(200, { empty: 'Укажите имя', long: 'Имя не длиннее 200 символов' }),
  /** Null when the person has no address; then they get no letters. */
  email: z.union([z.literal('').transform(() => null), emailAddress, z.null()]).default(null),
  can_enter_registry: orElse(z.boolean(), false),
  can_create_registry: orElse(z.boolean(), false),
  can_edit_calendar: orElse(z.boolean(), false),
  isAdmin: orElse(z.boolean(), false),
  /** Null for the provider's staff. */
  company: byIdcomp.nullable(),
})
export type PersonFields = z.output<typeof fields>

const saved = z.object({ message, person: personDetail, mail: outcome })

export const create = endpoint({
  method: 'POST',
  path: '/admin/people',
  access: 'admin',
  summary:
    'Creates an account without a password; with `send_password` a letter with a link for setting one is sent at once (`mail`). 422 for a login that is taken, an unknown company, a client as an administrator, and a letter to somebody whom a password of this system would not let in; 403 when an API token requests the letter.',
  body: fields.extend({ send_password: orElse(z.boolean(), false) }),
  reply: saved,
  creates: true,
})

export const save = endpoint({
  method: 'POST',
  path: '/admin/people/:id',
  access: 'admin',
  summary:
    'Changes a person. 409 with `current` for a stale `version`; 422 for a login that is taken, for turning staff into a client or the reverse, for removing one’s own administrator rights, and for fields that the directory controls. Rights apply from the next call on; moving to another company ends everything that is open in the person’s name, like blocking.',
  params: z.object({ id: idText }),
  body: fields.extend({ version }),
  reply: saved.omit({ mail: true }),
})

export const block = endpoint({
  method: 'POST',
  path: '/admin/people/:id/block',
  access: 'admin',
  summary:
    'Blocks or unblocks a person. Blocking ends at once and permanently everything that is open in the person’s name: sessions, live connections, API tokens, the calendar link, the link of a password letter. 422 for oneself, and for unblocking a person whom the directory has blocked.',
  params: z.object({ id: idText }),
  body: z.object({ is_blocked: z.boolean() }),
  reply: saved.omit({ mail: true }),
})

export const join = endpoint({
  method: 'POST',
  path: '/admin/people/:id/companies',
  access: 'admin',
  summary:
    'Adds a client to a further company, or changes the rights there. The same sign-in opens both companies; the person chooses which one to look at. 409 for a stale `version`, which is 0 for a company the person does not belong to yet; `current` is the membership as it is now, null where there is none. 422 for staff, for an unknown company and for the person’s first one.',
  params: z.object({ id: idText }),
  body: z.object({ company: byIdcomp, ...companyRights, version }),
  reply: saved.omit({ mail: true }),
})

export const leave = endpoint({
  method: 'DELETE',
  path: '/admin/people/:id/companies/:company',
  access: 'admin',
  summary:
    'Removes a person from a further company: everything that is open in the name of that account ends at once, and what it wrote is kept. 404 for a company that is not one of these; 422 for one that the directory’s groups give.',
  params: z.object({ id: idText, company: idText }),
  reply: saved.omit({ mail: true }),
})

export const first = endpoint({
  method: 'POST',
  path: '/admin/people/:id/companies/:company/first',
  access: 'admin',
  summary:
    'Makes a further company of a person the first one: the sign-in moves to the account of that company, whose `id` is the person’s from now on. Nothing else changes: sessions, rights and everything in each company stay, and the former first company is a further one. 404 for a company that is not one of these; 422 for a hidden company, for staff and for people whom the directory manages.',
  params: z.object({ id: idText, company: idText }),
  reply: saved.omit({ mail: true }),
})

export const linkCorporate = endpoint({
  method: 'POST',
  path: '/admin/people/:id/corporate',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Links the person to an account of the OpenID Connect provider by the subject shown when its sign-in was refused; null unlinks it, which ends everything that is open in the person’s name. 422 where no provider is set up and for a subject that belongs to somebody else here.',
  params: z.object({ id: idText }),
  body: z.object({ subject: freeText(255).min(1, 'Укажите номер записи').nullable() }),
  reply: saved.omit({ mail: true }),
})

export const sendPassword = endpoint({
  method: 'POST',
  path: '/admin/people/:id/password',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Sends a letter with a link by which the person sets a password, once and within three days; an earlier link becomes void. 422 without an address, for a blocked person and for oneself.',
  params: z.object({ id: idText }),
  reply: saved,
})

export const resetFactor = endpoint({
  method: 'POST',
  path: '/admin/people/:id/second-factor/reset',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Removes the second factors and recovery codes of somebody who has lost them; ends the person’s sessions and informs them by a letter. 422 where there are none and for oneself.',
  params: z.object({ id: idText }),
  reply: saved.omit({ mail: true }),
})
