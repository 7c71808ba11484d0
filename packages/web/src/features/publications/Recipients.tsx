import type { Contact } from '@vypusk/contract'
import classes from './PublicationPage.module.css'

/** People and the addresses they were written to. */
export const Recipients = ({ contacts }: { contacts: readonly Contact[] }) => (
  <ul className={classes.people}>
    {contacts.map(({ id, name, mailuser }) => (
      <li key={id}>
        {name}
        <div className={classes.address}>{mailuser ?? 'нет адреса'}</div>
      </li>
    ))}
  </ul>
)
