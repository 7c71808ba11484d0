import { Anchor } from '@mantine/core'
import type { approve } from '@vypusk/contract'
import classes from '../Approve.module.css'

/** The person who asks, with an e-mail link that needs no sign-in. */
export const Asker = ({ name, email }: approve.Question['asker']) => (
  <p className={classes.terms}>
    Спрашивает {name}
    {email && (
      <>
        {': '}
        <Anchor href={`mailto:${email}`} underline="always" inherit>
          {email}
        </Anchor>
      </>
    )}
  </p>
)
