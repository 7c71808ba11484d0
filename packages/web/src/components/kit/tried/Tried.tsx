import { Tag } from '../../../ui/Tag.tsx'
import classes from './Tried.module.css'

interface TriedProps {
  isOk: boolean
  /** The result in a word or two. */
  word: string
  sentence: string
  /** The other side's message; null when there was none. */
  detail: string | null
}

/** The result of a trial: its state, what it means, and the other side's message. */
export const Tried = ({ isOk, word, sentence, detail }: TriedProps) => (
  <>
    <p className={classes.sentence}>
      <Tag tone={isOk ? 'green' : 'red'}>{word}</Tag> {sentence}
    </p>
    {detail !== null && <pre className={classes.detail}>{detail}</pre>}
  </>
)
