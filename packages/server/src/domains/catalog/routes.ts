import { lookups, requests } from '@vypusk/contract'
import type { Routes } from '../../platform/mount.ts'
import {
  companiesFor,
  companiesOfModule,
  contactsFor,
  contactsOfCompanies,
  contactsOfCompany,
  modulesFor,
  staff,
  systemsFor,
  systemsWithModules,
} from './queries/lookups.ts'

export const routes: Routes = (mount) => {
  mount(lookups.users, async ({ deps }) => ({ users: await staff(deps.db) }))
  mount(lookups.systems, async ({ deps, person }) => ({ systems: await systemsFor(deps.db, person) }))
  mount(lookups.systemsModules, async ({ deps, person }) => ({ systems: await systemsWithModules(deps.db, person) }))
  mount(lookups.companies, async ({ deps, person }) => ({ companies: await companiesFor(deps.db, person) }))
  mount(lookups.moduleCompanies, async ({ deps, params }) => ({
    companies: await companiesOfModule(deps.db, params.idmod),
  }))
  mount(lookups.companyContacts, ({ deps, params }) => contactsOfCompany(deps.db, params.n))
  mount(lookups.contactsOfCompanies, ({ deps, body }) => contactsOfCompanies(deps.db, body))
  mount(lookups.getContacts, ({ deps, body }) => contactsFor(deps.db, body))
  mount(requests.modules, async ({ deps, person }) => ({ modulesList: await modulesFor(deps.db, person) }))
  mount(requests.ticketModules, async ({ deps, person }) => ({ modulesList: await modulesFor(deps.db, person) }))
}
