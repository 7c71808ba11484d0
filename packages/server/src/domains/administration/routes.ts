import { adminCalendar, adminCompanies, adminLists, adminPeople } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import type { Routes } from '../../platform/mount.ts'
import { addYear, setDay } from './commands/calendar.ts'
import { createCompany, hideCompany, saveCompany } from './commands/companies.ts'
import {
  createItem,
  hideItem,
  renameItem,
  reorderItems,
  setStatusOver,
  setStatusTone,
  setStepKind,
} from './commands/lists.ts'
import { chooseFirst, onCompanyShown } from './commands/first-company.ts'
import { joinCompany, leaveCompany } from './commands/memberships.ts'
import { blockPerson, createPerson, linkCorporate, resetFactor, savePerson, sendPassword } from './commands/people.ts'
import { calendarYear } from './queries/calendar.ts'
import { companiesExcel } from './queries/companies-excel.ts'
import { companies, companyDetail } from './queries/companies.ts'
import { requestLists, steps, systems } from './queries/lists.ts'
import { peopleExcel } from './queries/people-excel.ts'
import { people, personDetail } from './queries/people.ts'

export const routes: Routes = (mount) => {
  mount(adminPeople.list, ({ deps, query }) => (query.isExcel ? peopleExcel(deps, query) : people.page(deps.db, query)))
  mount(adminPeople.get, (call) => personDetail(call.deps.db, call, call.params.id))
  mount(adminPeople.create, createPerson)
  mount(adminPeople.save, savePerson)
  mount(adminPeople.block, blockPerson)
  mount(adminPeople.join, joinCompany)
  mount(adminPeople.leave, leaveCompany)
  mount(adminPeople.first, chooseFirst)
  mount(adminPeople.linkCorporate, linkCorporate)
  mount(adminPeople.sendPassword, sendPassword)
  mount(adminPeople.resetFactor, resetFactor)
  mount(adminCompanies.list, ({ deps, query }) =>
    query.isExcel ? companiesExcel(deps, query) : companies.page(deps.db, query),
  )
  mount(adminCompanies.get, ({ deps, params }) => companyDetail(deps.db, params.id))
  mount(adminCompanies.create, createCompany)
  mount(adminCompanies.save, saveCompany)
  mount(adminCompanies.hide, hideCompany)
  mount(adminLists.systems, ({ deps }) => systems(deps.db))
  mount(adminLists.requestLists, ({ deps }) => requestLists(deps.db))
  mount(adminLists.steps, ({ deps }) => steps(deps.db))
  mount(adminLists.create, createItem)
  mount(adminLists.rename, renameItem)
  mount(adminLists.hide, hideItem)
  mount(adminLists.reorder, reorderItems)
  mount(adminLists.setKind, setStepKind)
  mount(adminLists.setOver, setStatusOver)
  mount(adminLists.setTone, setStatusTone)
  mount(adminCalendar.year, ({ deps, params }) => calendarYear(deps.db, params.year))
  mount(adminCalendar.setDay, setDay)
  mount(adminCalendar.addYear, addYear)
}

/** Subscribes to companies that are shown again. */
export const connect = async ({ listeners }: Deps): Promise<void> => listeners.on('company.shown', onCompanyShown)
