import type { approve } from '@vypusk/contract'
import { RichText } from '../../../ui/RichText.tsx'
import classes from '../Approve.module.css'

/** The release's description, for people who want to read more. */
export const Description = ({ description }: Pick<approve.Question, 'description'>) =>
  description.trim() === '' ? null : (
    <details className={classes.description}>
      <summary>Описание релиза</summary>
      <RichText html={description} />
    </details>
  )
