import { Button, Group } from '@mantine/core'
import type { threads } from '@vypusk/contract'
import { useState } from 'react'
import { toast } from '../../kit/feedback/toast.tsx'
import { formatMoment } from '../../../ui/dates.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { CloseForm } from './CloseForm.tsx'
import { EarlierButton } from './EarlierButton.tsx'
import { EntryRow } from './EntryRow.tsx'
import { usePlace } from './place.ts'
import { authorName, sideInWords, turnOf } from './texts.ts'
import { FactsForm, ThreadFacts } from './ThreadFacts.tsx'
import classes from './Threads.module.css'
import { WordsForm } from './WordsForm.tsx'

type Doing = 'answer' | 'internal' | 'close' | 'facts'

interface CardProps {
  thread: threads.Thread
}

/** Who closed it and why. */
const Closing = ({ closing }: Pick<threads.Thread, 'closing'>) =>
  closing && (
    <p className={classes.closing}>
      Закрыто {formatMoment(closing.at)}, {authorName(closing.user)}
      {closing.reason && `. Причина: ${closing.reason}`}
    </p>
  )

interface ActionsProps extends CardProps {
  onDo: (what: Doing) => void
}

/** The possible actions; those not allowed are left out, because the state beside them explains why. */
function Actions({ thread, onDo }: ActionsProps) {
  const { acts } = usePlace()
  const { abilities, needs_reason } = thread
  const [isPending, setPending] = useState(false)
  const turn = async (state: 'open' | 'closed') => {
    setPending(true)
    const refused = await acts.turn(thread, { state, reason: '' })
    setPending(false)
    if (refused) toast.error(refused)
  }
  const canChange = acts.save && [abilities.owner, abilities.due, abilities.blocks].includes(true)
  const quiet = { variant: 'subtle', size: 'compact-sm', disabled: isPending } as const
  return (
    <Group gap="xs" className={classes.actions}>
      {abilities.answer === true && (
        <Button variant="default" size="compact-sm" disabled={isPending} onClick={() => onDo('answer')}>
          Ответить
        </Button>
      )}
      {abilities.close === true && (
        <Button {...quiet} loading={isPending} onClick={() => (needs_reason ? onDo('close') : void turn('closed'))}>
          {needs_reason ? 'Закрыть…' : 'Закрыть'}
        </Button>
      )}
      {abilities.reopen === true && (
        <Button {...quiet} loading={isPending} onClick={() => void turn('open')}>
          Открыть снова
        </Button>
      )}
      {abilities.internal === true && (
        <Button {...quiet} onClick={() => onDo('internal')}>
          Запись для своих
        </Button>
      )}
      {canChange && (
        <Button {...quiet} onClick={() => onDo('facts')}>
          Изменить
        </Button>
      )}
    </Group>
  )
}

/** The form being filled in below the thread. */
function Writing({ thread, doing, onDone }: CardProps & { doing: Doing; onDone: () => void }) {
  const { acts } = usePlace()
  if (doing === 'close') return <CloseForm thread={thread} onDone={onDone} />
  if (doing === 'facts') return <FactsForm thread={thread} onDone={onDone} />
  const internal = doing === 'internal'
  return (
    <WordsForm
      name={`thread.${thread.id}.${doing}`}
      label={internal ? 'Запись для своих' : 'Ответ на замечание'}
      send={internal ? 'Записать' : 'Отправить ответ'}
      onSend={(words) => acts.answer(thread, { ...words, internal })}
      onDone={onDone}
    >
      {internal && <p className={classes.note}>Эту запись читают только сотрудники поставщика.</p>}
    </WordsForm>
  )
}

/** One remark: whose turn it is, who answers by when, and all its entries. */
export function ThreadCard({ thread }: CardProps) {
  const { isRivc } = usePlace()
  const [doing, setDoing] = useState<Doing | null>(null)
  const { id, entries, side, user, state, closing } = thread
  const turn = turnOf(thread, isRivc)
  return (
    <li className={classes.card} data-closed={state === 'closed' || undefined}>
      <article aria-label={`Замечание № ${id}, ${sideInWords(side)}, ${authorName(user)}`}>
        <header className={classes.head}>
          <Tag tone={turn.tone}>{turn.words}</Tag>
          <ThreadFacts thread={thread} />
        </header>
        <EarlierButton of={[thread]} />
        <ol className={classes.entries}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} thread={thread} entry={entry} />
          ))}
        </ol>
        <Closing closing={closing} />
        {doing === null ? (
          <Actions thread={thread} onDo={setDoing} />
        ) : (
          <div className={classes.writing}>
            <Writing thread={thread} doing={doing} onDone={() => setDoing(null)} />
          </div>
        )}
      </article>
    </li>
  )
}
