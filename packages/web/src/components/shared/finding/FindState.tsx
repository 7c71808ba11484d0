import { Button } from '@mantine/core'
import { sentenceOf } from '../../../api/api-error.ts'
import classes from './Finding.module.css'

interface FindStateProps {
  error: Error | null
  retry: () => void
  isFresh: boolean
  isEmpty: boolean
}

const NOTHING =
  'Ничего не нашлось. Ищем по номеру и по частям слов: заявки, релизы, согласования, публикации, реестр, компании и людей.'

/** Why there are no results, or none yet; what was typed is kept. */
export function FindState({ error, retry, isFresh, isEmpty }: FindStateProps) {
  if (error) {
    return (
      <div className={classes.state} role="alert">
        {sentenceOf(error)}
        <Button size="compact-xs" variant="light" onClick={retry}>
          Повторить
        </Button>
      </div>
    )
  }
  if (!isEmpty) return null
  return isFresh ? <p className={classes.state}>{NOTHING}</p> : <p className={classes.slow}>Ищем…</p>
}
