import type { Loader } from './copy.ts'
import { enteredAt, type Person, type World } from './people.ts'
import type { Random } from './random.ts'
import { systems } from './subjects.ts'
import { duringWork } from './time.ts'

/** Writes companies, people, systems and modules, and which company uses what. */
export function writePeople(
  random: Random,
  load: Loader,
  { companies, staff, further, modules, password_hash, since }: World,
): void {
  systems.forEach(({ namesys }, index) => load.add('systems', [index + 1, namesys]))
  for (const { idmod, namemod, idsys } of modules) load.add('modules', [idmod, namemod, idsys])
  for (const { idcomp, namecomp, modules: own } of companies) {
    load.add('companies', [idcomp, namecomp, duringWork(enteredAt(random, since))])
    for (const { idmod } of own) load.add('company_modules', [idcomp, idmod])
  }
  for (const person of [...staff, ...companies.flatMap(({ people }) => people)].toSorted((a, b) => a.id - b.id)) {
    const entered = duringWork(enteredAt(random, since))
    load.add('users', userRow(person, { password_hash, created_at: entered, person_id: null }))
  }
  const created_at = duringWork(since)
  for (const person of further) {
    // Nobody signs in with it directly: it is opened through the person's own account.
    load.add('users', userRow(person, { password_hash: null, created_at, person_id: person.person_id }))
  }
}

interface Entered {
  password_hash: string | null
  created_at: ReturnType<typeof duringWork>
  person_id: number | null
}

const userRow = (person: Person, { password_hash, created_at, person_id }: Entered) => [
  person.id,
  person.login,
  person.name,
  person.email,
  password_hash,
  person.isRivc,
  person.isAdmin,
  person.idcomp,
  person.is_blocked,
  person.can_enter_registry,
  person.can_create_registry,
  person.can_edit_calendar,
  created_at,
  person_id,
  false,
]
