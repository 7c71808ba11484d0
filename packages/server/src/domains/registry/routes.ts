import { registry, type AnyEndpoint } from '@vypusk/contract'
import type { Handler, Mount, Routes } from '../../platform/mount.ts'
import { updateEntries, updateEntry } from './commands/changing.ts'
import { createEntries, createEntry } from './commands/creating.ts'
import { updateSelfColumns, updateSelfFilters, visit } from './commands/preferences.ts'
import { addComment, readComments } from './commands/talking.ts'
import { createAccess, entryAccess } from './queries/access.ts'
import { changelog } from './queries/changelog.ts'
import { commentsOf, mentionable } from './queries/comments.ts'
import { registryExcel } from './queries/excel.ts'
import { entriesPage } from './queries/list.ts'
import { bosses, filterOptions, responsibles, steps } from './queries/lookups.ts'
import { entryDetail } from './queries/rows.ts'
import { columnsFor, selfColumns, selfFilters } from './queries/settings.ts'

/** Lets only people who may enter the registry make the calls of this room. */
const inside =
  (mount: Mount): Mount =>
  <E extends AnyEndpoint>(endpoint: E, handler: Handler<E>) =>
    mount(endpoint, async (call) => {
      entryAccess(call.person)
      return handler(call)
    })

export const routes: Routes = (mountOpen) => {
  const mount = inside(mountOpen)
  mount(registry.checkEntryAccess, async ({ person }) => entryAccess(person))
  mount(registry.checkCreateAccess, async ({ person }) => createAccess(person))
  mount(registry.visit, visit)
  mount(registry.possibleColumns, async ({ person }) => ({ columns: columnsFor(person) }))
  mount(registry.selfColumns, ({ deps, person }) => selfColumns(deps.db, person))
  mount(registry.updateSelfColumns, updateSelfColumns)
  mount(registry.steps, async ({ deps }) => ({ steps: await steps.all(deps.db, {}) }))
  mount(registry.responsibles, ({ deps, person }) => responsibles(deps.db, person))
  mount(registry.companyResponsibles, ({ deps, person, params }) => responsibles(deps.db, person, params.id))
  mount(registry.bosses, async ({ deps }) => ({ bosses: await bosses(deps.db) }))
  mount(registry.selfFilters, ({ deps, person }) => selfFilters(deps.db, person))
  mount(registry.updateSelfFilters, updateSelfFilters)
  mount(registry.getEntries, ({ deps, person, body }) =>
    body.isExcel ? registryExcel(deps, person, body) : entriesPage(deps.db, person, body),
  )
  mount(registry.getFilters, ({ deps, person }) => filterOptions(deps.db, person))
  mount(registry.postFilters, ({ deps, person }) => filterOptions(deps.db, person))
  mount(registry.createEntry, createEntry)
  mount(registry.createEntries, createEntries)
  mount(registry.updateEntry, updateEntry)
  mount(registry.updateEntries, updateEntries)
  mount(registry.addComment, addComment)
  mount(registry.readComments, readComments)
  mount(registry.mentionable, ({ deps, person, params }) => mentionable(deps.db, person, params.id))
  mount(registry.getEntry, ({ deps, person, params }) => entryDetail(deps.db, person, params.id))
  mount(registry.changelog, ({ deps, person, params }) => changelog(deps.db, person, params.id))
  mount(registry.rivcComments, ({ deps, person, params }) => commentsOf(deps.db, person, params.id, 'rivc'))
  mount(registry.clientComments, ({ deps, person, params }) => commentsOf(deps.db, person, params.id, 'client'))
}
