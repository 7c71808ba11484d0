import { adminPeople } from '@vypusk/contract'
import type { Door } from '../../platform/mount.ts'
import { blockPerson, createPerson, savePerson, sendPassword } from './commands/people.ts'
import { peoplePage, personDetail } from './queries/people.ts'

export const administrationDoor: Door = (mount) => {
  mount(adminPeople.list, ({ deps, query }) => peoplePage(deps.db, query))
  mount(adminPeople.get, ({ deps, person, params }) => personDetail(deps.db, person, params.id))
  mount(adminPeople.create, createPerson)
  mount(adminPeople.save, savePerson)
  mount(adminPeople.block, blockPerson)
  mount(adminPeople.sendPassword, sendPassword)
}
