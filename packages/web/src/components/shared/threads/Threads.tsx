import { Button, Checkbox } from '@mantine/core'
import type { threads } from '@vypusk/contract'
import { useEffect, useRef, useState } from 'react'
import { usePlace } from './place.ts'
import { isOpen, remarksCount } from './texts.ts'
import { ThreadCard } from './ThreadCard.tsx'
import classes from './Threads.module.css'
import { WordsForm } from './WordsForm.tsx'

interface RaiseProps {
  onDone: () => void
}

/** The form for a new remark; its author decides whether the publication waits for it. */
function Raise({ onDone }: RaiseProps) {
  const { acts, isRivc } = usePlace()
  const [blocks, setBlocks] = useState(true)
  return (
    <WordsForm
      name="raise"
      label="Новое замечание"
      send="Отправить замечание"
      onSend={(words) => acts.raise({ ...words, blocks })}
      onDone={onDone}
    >
      <Checkbox
        label="Держит публикацию, пока не закрыто"
        description={
          isRivc ? 'Клиент прочитает замечание и ответит на него.' : 'Без этого релиз опубликуют, не дожидаясь ответа.'
        }
        checked={blocks}
        onChange={(event) => setBlocks(event.currentTarget.checked)}
      />
    </WordsForm>
  )
}

/**
 * What opens the form may be far away, beside the date: it is scrolled to. While the editor is loading the form has the
 * focus, and Tab leads to it.
 */
function goInto(place: HTMLElement | null): void {
  const form = place?.querySelector('form')
  if (!form) return
  const field = form.querySelector<HTMLElement>('[role=textbox]') ?? form
  if (field === form) form.tabIndex = -1
  field.focus({ preventScroll: true })
  form.scrollIntoView({ block: 'center' })
}

/** Whether a new remark is being written. */
export interface Raising {
  isOpen: boolean
  turn: (isOpen: boolean) => void
  /** How many times it was asked for, where that is possible while it is open: each leads to the form. */
  asked?: number
}

interface ThreadsProps {
  all: readonly threads.Thread[]
  /** `true`, or why no remark can be raised now. */
  canRaise: true | string
  raising: Raising
  /** False when the button for a new remark is elsewhere. */
  isOffered?: boolean
}

/** The remarks of an agreement: open ones, oldest first; closed ones are shown on request. */
export function Threads({ all, canRaise, raising, isOffered = true }: ThreadsProps) {
  const [isWhole, setWhole] = useState(false)
  const writing = useRef<HTMLDivElement>(null)
  const isWriting = raising.isOpen && canRaise === true
  const asked = isWriting ? (raising.asked ?? 1) : 0
  useEffect(() => {
    if (asked > 0) goInto(writing.current)
  }, [asked])
  const closed = all.filter((thread) => !isOpen(thread))
  return (
    <>
      <ul className={classes.list}>
        {all.filter(isOpen).map((thread) => (
          <ThreadCard key={thread.id} thread={thread} />
        ))}
      </ul>
      {isWriting ? (
        <div className={classes.writing} ref={writing}>
          <Raise onDone={() => raising.turn(false)} />
        </div>
      ) : (
        isOffered &&
        canRaise === true && (
          <Button variant="default" onClick={() => raising.turn(true)}>
            Есть замечание
          </Button>
        )
      )}
      {canRaise !== true && <p className={classes.note}>{canRaise}</p>}
      {closed.length > 0 && (
        <Button variant="subtle" ml={4} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Скрыть закрытые' : `Закрытые: ${remarksCount(closed.length)}`}
        </Button>
      )}
      {isWhole && (
        <ul className={classes.list}>
          {closed.map((thread) => (
            <ThreadCard key={thread.id} thread={thread} />
          ))}
        </ul>
      )}
    </>
  )
}
