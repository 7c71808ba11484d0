import * as z from 'zod'
import { endpoint, LISTS_BODY } from './endpoint.ts'
import { eachOnce } from './each-once.ts'
import {
  byIdcomp,
  byIdmod,
  company,
  contact,
  idText,
  module,
  MOST_COMPANIES,
  MOST_MODULES,
  ref,
  system,
} from './values.ts'

/** The options that forms and filters offer (api.md, "Lookups"). */

export const users = endpoint({
  method: 'GET',
  path: '/users',
  access: 'staff',
  tool: { name: 'staff', title: 'Сотрудники поставщика' },
  summary: "The provider's people who are not blocked, by name.",
  reply: z.object({ users: z.array(ref) }),
})

export const systems = endpoint({
  method: 'GET',
  path: '/systems',
  access: 'any',
  summary: 'Systems by name; a client gets those whose modules their own company uses.',
  reply: z.object({ systems: z.array(system) }),
})

export const systemsModules = endpoint({
  method: 'GET',
  path: '/systems/modules',
  access: 'any',
  tool: { name: 'modules', title: 'Системы и модули' },
  summary: 'Systems with their modules; a client gets those their own company uses.',
  reply: z.object({ systems: z.array(system.extend({ modules: z.array(module) })) }),
})

export const companies = endpoint({
  method: 'GET',
  path: '/companies',
  access: 'any',
  tool: { name: 'companies', title: 'Компании' },
  summary: 'Companies by name; a client gets their own.',
  reply: z.object({ companies: z.array(company) }),
})

export const moduleCompanies = endpoint({
  method: 'GET',
  path: '/modules/getcomp/:idmod',
  access: 'staff',
  summary: 'Companies that use the module; 404 for a module that does not exist.',
  params: z.object({ idmod: idText }),
  reply: z.object({ companies: z.array(company) }),
})

export const companyContacts = endpoint({
  method: 'GET',
  path: '/user/contacts/:n',
  access: 'staff',
  tool: { name: 'contacts_of_company', title: 'Люди компании' },
  summary: 'People of company n, including those without a mail address (`mailuser` null). 404 for no such company.',
  params: z.object({ n: idText }),
  reply: z.object({ contacts: z.array(contact) }),
})

export const contactsOfCompanies = endpoint({
  method: 'POST',
  path: '/user/contacts',
  access: 'staff',
  reads: true,
  summary:
    'People of the companies by name, including those without a mail address (`mailuser` null); unknown companies have nobody.',
  bodyLimit: LISTS_BODY,
  body: z.object({ companies: eachOnce(byIdcomp).max(MOST_COMPANIES) }),
  reply: z.object({ contacts: z.array(contact) }),
})

export const getContacts = endpoint({
  method: 'POST',
  path: '/user/get-contacts',
  access: 'staff',
  reads: true,
  summary:
    "Possible recipients: the provider's people and those of the companies (with `modules`, of the companies that use one of them). People without a mail address are left out; 404 «Пользователи не найдены» or «Адресаты клиента не найдены» when a side is empty.",
  bodyLimit: LISTS_BODY,
  body: z.object({
    companies: eachOnce(byIdcomp).max(MOST_COMPANIES),
    modules: eachOnce(byIdmod).max(MOST_MODULES).nullish(),
  }),
  reply: z.object({ rivc: z.array(contact), clients: z.array(contact) }),
})
