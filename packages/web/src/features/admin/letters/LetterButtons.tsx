import { Button } from '@mantine/core'
import { confirm } from '../../../components/kit/feedback/dialogs.tsx'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { Tried } from '../../../components/kit/tried/Tried.tsx'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import { useGiveBack, useReset, useTestLetter, wordsOf } from './api.ts'
import type { Detail, Words } from './api.ts'
import classes from '../admin.module.css'
import { useIsShown } from '../../../components/kit/feedback/useIsShown.ts'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'

interface ResetButtonProps {
  template: Detail
  /** What the form started with. */
  base: Detail
  words: Words
  /** Discards what was typed but not saved. */
  onDrop: () => void
  onChanged: () => void
}

const isSame = (one: Words, other: Words) => JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other))

const question = {
  title: 'Вернуть исходный текст?',
  children: 'То, что набрано и не сохранено, пропадёт.',
  action: 'Вернуть',
  dangerous: true,
}

/** Restores the letter's default text. This can be undone for a while, except for text that was never saved. */
function ResetButton({ template, base, words, onDrop, onChanged }: ResetButtonProps) {
  const { mutateAsync, isPending } = useReset(template.id)
  const { mutateAsync: giveBack } = useGiveBack(template.id)
  const isShown = useIsShown()
  const isTyped = !isSame(words, base)
  const isOwn = !template.is_changed && !isTyped
  const onUndone = () => void (isShown() && onChanged())
  const onReset = () => {
    toast.undo('Исходный текст возвращён', () => whenDone(giveBack(wordsOf(template)), onUndone))
    if (!isShown()) return
    onDrop()
    onChanged()
  }
  const reset = async () => {
    if (isTyped && !(await confirm(question))) return
    if (template.is_changed) whenDone(mutateAsync(base.version), onReset)
    else onDrop()
  }
  return (
    <AbleButton ability={isOwn ? 'Текст и сейчас исходный' : true} loading={isPending} onClick={() => void reset()}>
      Вернуть исходный текст
    </AbleButton>
  )
}

interface LetterButtonsProps extends ResetButtonProps {
  isSaving: boolean
}

/** The actions for the text in the form. */
export function LetterButtons({ isSaving, ...resetting }: LetterButtonsProps) {
  const { template, words } = resetting
  const { mutateAsync, data, isPending } = useTestLetter(template.id)
  const may = template.abilities.test
  return (
    <>
      <div className={classes.actions}>
        <Button type="submit" loading={isSaving}>
          Сохранить
        </Button>
        <AbleButton ability={may} loading={isPending} onClick={() => whenDone(mutateAsync(wordsOf(words)))}>
          Отправить пробное письмо себе
        </AbleButton>
        <ResetButton {...resetting} />
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
