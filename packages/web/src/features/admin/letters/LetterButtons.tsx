import { Button } from '@mantine/core'
import { sentenceOf } from '../../../api/api-error.ts'
import { toast } from '../../../components/feedback/toast.tsx'
import { Tried } from '../../../components/tried/Tried.tsx'
import { saveLetter, useKeepLetter, useReset, useTestLetter, wordsOf } from './api.ts'
import type { Detail, Words } from './api.ts'
import classes from '../admin.module.css'

const onError = (error: unknown) => {
  toast.error(sentenceOf(error))
}

/** Gives the letter its own words back; for a while that can be undone. */
function ResetButton({ template, base, onChanged }: { template: Detail; base: Detail; onChanged: () => void }) {
  const { mutate, isPending } = useReset(template.id)
  const keep = useKeepLetter()
  const undo = (words: Words) => {
    void saveLetter(template.id, words).then(({ template: now }) => (keep(now), onChanged()), onError)
  }
  const reset = () =>
    mutate(base.version, {
      onSuccess: ({ template: now }) => {
        keep(now)
        onChanged()
        toast.undo('Исходный текст возвращён', () => undo(wordsOf(template)))
      },
      onError,
    })
  return (
    <Button
      variant="default"
      disabled={!template.is_changed}
      title={template.is_changed ? undefined : 'Текст и сейчас исходный'}
      loading={isPending}
      onClick={reset}
    >
      Вернуть исходный текст
    </Button>
  )
}

interface LetterButtonsProps {
  template: Detail
  /** What the form began with. */
  base: Detail
  words: Words
  isSaving: boolean
  onChanged: () => void
}

/** What can be done with the words in the form. */
export function LetterButtons({ template, base, words, isSaving, onChanged }: LetterButtonsProps) {
  const { mutate, data, isPending } = useTestLetter(template.id)
  const may = template.abilities.test
  return (
    <>
      <div className={classes.actions}>
        <Button type="submit" loading={isSaving}>
          Сохранить
        </Button>
        <Button
          variant="default"
          disabled={may !== true}
          title={may === true ? undefined : may}
          loading={isPending}
          onClick={() => mutate(wordsOf(words), { onError })}
        >
          Отправить пробное письмо себе
        </Button>
        <ResetButton template={template} base={base} onChanged={onChanged} />
      </div>
      <div role="status" aria-label="Пробное письмо">
        {data && !isPending && (
          <Tried
            isOk={data.is_sent}
            word={data.is_sent ? 'Отправлено' : 'Не отправлено'}
            sentence={data.sentence}
            detail={data.detail}
          />
        )}
      </div>
    </>
  )
}
