import { Anchor } from '@mantine/core'
import type { approve } from '@vypusk/contract'
import { useState } from 'react'
import classes from '../Approve.module.css'
import { allRequests } from '../texts.ts'

/** This many requests show what the release is about; the others are shown on request. */
const FIRST = 5

/** The company's own requests in the release. */
export function Requests({ requests }: Pick<approve.Question, 'requests'>) {
  const [isOpen, setOpen] = useState(false)
  if (requests.length === 0) return null
  const shown = isOpen ? requests : requests.slice(0, FIRST)
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className={classes.subtitle}>
        Что изменится у вас
      </h2>
      <ul className={classes.requests}>
        {shown.map(({ id, e_title }) => (
          <li key={id}>
            <span className={classes.number}>{id}</span> {e_title}
          </li>
        ))}
      </ul>
      {shown.length < requests.length && (
        <Anchor component="button" type="button" className={classes.more} onClick={() => setOpen(true)}>
          {allRequests(requests.length)}
        </Anchor>
      )}
    </section>
  )
}
