import { talks, threads } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import type { Routes } from '../../platform/mount.ts'
import { answerThread } from './commands/answering.ts'
import { saveThread, turnThread } from './commands/changing.ts'
import { rewriteEntry, withdrawEntry } from './commands/entries.ts'
import { raiseThread } from './commands/raising.ts'
import { remindOwners } from './commands/reminding.ts'
import { sayInTalk } from './commands/talking.ts'
import { threadsExcel } from './queries/excel.ts'
import { availableFilters, listThreads } from './queries/list.ts'
import { mentionable } from './queries/people.ts'
import { knownSubject } from './queries/subjects.ts'
import { threadsOf } from './queries/threads.ts'

export const routes: Routes = (mount) => {
  mount(threads.list, ({ deps, person, body }) =>
    body.isExcel ? threadsExcel(deps, person, body) : listThreads(deps, person, body),
  )
  mount(threads.getFilters, ({ deps }) => availableFilters(deps.db))
  mount(threads.of, async ({ deps, person, params, query: { last = null } }) => {
    const about = { entity: params.entity, entity_id: params.id }
    await knownSubject(deps.db, person, about)
    return { threads: await threadsOf(deps.db, person, about, last) }
  })
  mount(threads.raise, raiseThread)
  mount(talks.say, sayInTalk)
  mount(talks.people, ({ deps, person, params }) => mentionable(deps.db, person, params.id))
  mount(threads.answer, answerThread)
  mount(threads.rewrite, rewriteEntry)
  mount(threads.withdraw, withdrawEntry)
  mount(threads.save, saveThread)
  mount(threads.turn, turnThread)
}

/**
 * Owners are reminded in working hours; the job itself checks the production calendar for whether today is a working
 * day.
 */
const WORKING_HOURS = '5 9-17 * * *'

export const connect = (deps: Deps): Promise<void> =>
  deps.jobs.every(WORKING_HOURS, 'remind_owners', () => remindOwners(deps))
