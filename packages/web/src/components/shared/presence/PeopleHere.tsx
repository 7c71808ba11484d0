import type { live } from '@vypusk/contract'
import { peopleHere } from '../../../api/presence.ts'
import { initials } from '../../../ui/names.ts'
import { useStore } from '../../../ui/store.ts'
import classes from './PeopleHere.module.css'
import { whatTheyDo } from './words.ts'

/** As many as fit in a header without crowding it. */
const SHOWN = 2

const Person = ({ person }: { person: live.PersonHere }) => (
  <li className={classes.person} data-edits={person.note === 'edit' || undefined} data-hint={whatTheyDo(person)}>
    <span aria-hidden="true">{initials(person.name)}</span>
    <span className={classes.words}>{whatTheyDo(person)}</span>
  </li>
)

/** The other people who have this thing open. The space is reserved while there are none, so that nothing moves. */
export function PeopleHere() {
  const people = useStore(peopleHere)
  if (people.length === 0) return <div className={classes.people} />
  const more = people.slice(SHOWN)
  return (
    <ul className={classes.people} aria-label="Сейчас здесь">
      {people.slice(0, SHOWN).map((person) => (
        <Person key={person.id} person={person} />
      ))}
      {more.length > 0 && (
        <li className={classes.person} data-hint={more.map(whatTheyDo).join(', ')}>
          +{more.length}
        </li>
      )}
    </ul>
  )
}
