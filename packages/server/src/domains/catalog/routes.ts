import { lookups, requests } from '@vypusk/contract'
import type { Door } from '../../platform/mount.ts'
import { refuseWith } from '../../platform/refusal.ts'
import { NO_CLIENT_CONTACTS, NO_STAFF_CONTACTS } from './policy.ts'
import {
  clientContacts,
  companiesFor,
  companiesOfModule,
  contactsOfCompany,
  modulesFor,
  staff,
  staffContacts,
  systemsFor,
  systemsWithModules,
} from './queries.ts'

export const catalogDoor: Door = (mount) => {
  mount(lookups.users, async ({ deps }) => ({ users: await staff(deps.db) }))
  mount(lookups.systems, async ({ deps, person }) => ({ systems: await systemsFor(deps.db, person) }))
  mount(lookups.systemsModules, async ({ deps, person }) => ({ systems: await systemsWithModules(deps.db, person) }))
  mount(lookups.companies, async ({ deps, person }) => ({ companies: await companiesFor(deps.db, person) }))
  mount(lookups.moduleCompanies, async ({ deps, params }) => ({
    companies: await companiesOfModule(deps.db, params.idmod),
  }))
  mount(lookups.companyContacts, ({ deps, params }) => contactsOfCompany(deps.db, params.n))
  mount(lookups.getContacts, async ({ deps, body }) => {
    const rivc = await staffContacts(deps.db)
    if (rivc.length === 0) throw refuseWith(NO_STAFF_CONTACTS)
    const clients = await clientContacts(deps.db, body.companies, body.modules)
    if (clients.length === 0) throw refuseWith(NO_CLIENT_CONTACTS)
    return { rivc, clients }
  })
  mount(requests.modules, async ({ deps, person }) => ({ modulesList: await modulesFor(deps.db, person) }))
  mount(requests.ticketModules, async ({ deps, person }) => ({ modulesList: await modulesFor(deps.db, person) }))
}
