import { Tag } from '../../../ui/Tag.tsx'
import classes from './Tried.module.css'

interface TriedProps {
  isOk: boolean
  /** The state in a word or two. */
  word: string
  sentence: string
  /** The other side's own words; null where it had none. */
  detail: string | null
}

/** How a try went: the state, what it means, and what the other side said of it. */
export const Tried = ({ isOk, word, sentence, detail }: TriedProps) => (
  <>
    <p className={classes.sentence}>
      <Tag tone={isOk ? 'green' : 'red'}>{word}</Tag> {sentence}
    </p>
    {detail !== null && <pre className={classes.detail}>{detail}</pre>}
  </>
)
