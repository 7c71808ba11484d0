import { Button, Checkbox } from '@mantine/core'
import type { threads } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../../../ui/dates.ts'
import { Section } from '../../../ui/Section.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { ErrorState } from '../../kit/data-table/states.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { useSaveFile } from '../files/useSaveFile.ts'
import { useViewer } from '../session/viewer.tsx'
import { AccountAttach } from './AccountAttach.tsx'
import { talkPeopleQuery, talkQuery, useTalkActs } from './api.ts'
import { useEarlier } from './earlier.ts'
import { EarlierButton } from './EarlierButton.tsx'
import { EntryBody } from './EntryRow.tsx'
import { ThreadsPlace, usePlace } from './place.ts'
import classes from './Talk.module.css'
import { TalkList, TalkRow } from './TalkRow.tsx'
import { asksOf, authorName, sideInWords } from './texts.ts'
import { WordsForm } from './WordsForm.tsx'

type TalkActs = ReturnType<typeof useTalkActs>
type Entries = readonly { thread: threads.Thread; entry: threads.Entry }[]

/** All entries about a request in order of time. */
const entriesOf = (all: readonly threads.Thread[]): Entries =>
  all
    .flatMap((thread) => thread.entries.map((entry) => ({ thread, entry })))
    .toSorted((a, b) => a.entry.id - b.entry.id)

/** How many entries there are, shown or not. */
const countOf = (all: readonly threads.Thread[]) =>
  all.reduce((count, { entries, earlier }) => count + entries.length + earlier, 0)

const Marks = ({ entry }: { entry: threads.Entry }) => (
  <>
    {entry.edited_at && !entry.withdrawn_at && <span>изменено {formatMoment(entry.edited_at)}</span>}
    {entry.asks && <span>вопрос</span>}
    {entry.internal && <Tag tone="grey">только сотрудникам</Tag>}
  </>
)

function Rows({ entries }: { entries: Entries }) {
  const { isRivc } = usePlace()
  return (
    <TalkList label="Переписка по заявке">
      {entries.map(({ thread, entry }) => (
        <TalkRow
          key={entry.id}
          who={authorName(entry.user)}
          side={entry.imported ? 'перенесено' : sideInWords(entry.side)}
          at={entry.created_at}
          isOwn={(entry.side === 'staff') === isRivc}
          isInternal={entry.internal}
          marks={<Marks entry={entry} />}
        >
          <EntryBody thread={thread} entry={entry} />
        </TalkRow>
      ))}
    </TalkList>
  )
}

/** Shows whose answer is awaited. The side that asked, or staff, can say that none is needed. */
function Waits({ talk, acts }: { talk: threads.Thread; acts: TalkActs }) {
  const { isRivc } = usePlace()
  const [isPending, setPending] = useState(false)
  const turn = asksOf(talk, isRivc)
  if (!turn) return null
  const settle = async () => {
    setPending(true)
    const refused = await acts.settle(talk)
    setPending(false)
    if (refused) toast.error(refused)
  }
  return (
    <div className={classes.waits}>
      <Tag tone={turn.tone}>{turn.words}</Tag>
      {talk.abilities.close === true && (
        <Button variant="subtle" size="compact-sm" loading={isPending} onClick={() => void settle()}>
          Ответ не нужен
        </Button>
      )}
    </div>
  )
}

interface WriteProps {
  acts: TalkActs
  /** The other side has asked, so this is an answer. */
  isAnswer: boolean
  internal: boolean
  onDone: () => void
}

/** Writes a message to both sides, or an internal one. */
function Write({ acts, isAnswer, internal, onDone }: WriteProps) {
  const { isRivc } = usePlace()
  // Clients mostly write to get an answer; staff mostly answer.
  const [asks, setAsks] = useState(!isRivc && !isAnswer)
  return (
    <div className={classes.writing} data-internal={internal || undefined}>
      <WordsForm
        name={internal ? 'talk.internal' : 'talk'}
        label={internal ? 'Запись для своих' : 'Сообщение'}
        send={internal ? 'Записать' : 'Отправить'}
        onSend={(words) => acts.say({ ...words, internal, asks: asks && !internal })}
        onDone={onDone}
      >
        {internal ? (
          <p className={classes.note}>Прочитают только сотрудники поставщика. @ – упомянуть.</p>
        ) : (
          <Checkbox
            label="Жду ответа"
            description={isRivc ? 'Клиент увидит это в «Ждёт меня».' : 'Поставщик увидит это в «Ждёт меня».'}
            checked={asks}
            onChange={(event) => setAsks(event.currentTarget.checked)}
          />
        )}
      </WordsForm>
    </div>
  )
}

type Writing = 'open' | 'internal' | null

function Talk({ all, acts }: { all: readonly threads.Thread[]; acts: TalkActs }) {
  const { isRivc } = usePlace()
  const [writing, setWriting] = useState<Writing>(null)
  const entries = entriesOf(all)
  const talk = all.find(({ kind }) => kind === 'talk')
  const isAwaited = talk !== undefined && asksOf(talk, isRivc)?.tone === 'amber'
  return (
    <>
      <EarlierButton of={all} />
      {entries.length > 0 && <Rows entries={entries} />}
      {talk && <Waits talk={talk} acts={acts} />}
      {writing ? (
        <Write
          key={writing}
          acts={acts}
          isAnswer={isAwaited}
          internal={writing === 'internal'}
          onDone={() => setWriting(null)}
        />
      ) : (
        <div className={classes.acts}>
          <Button variant="default" onClick={() => setWriting('open')}>
            {isAwaited ? 'Ответить' : 'Написать'}
          </Button>
          {isRivc && (
            <Button variant="subtle" onClick={() => setWriting('internal')}>
              Запись для своих
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** The conversation about a request: both sides, and the internal entries of staff. */
export function RequestTalk({ request_id }: { request_id: number }) {
  const { isRivc } = useViewer()
  const { data, error, refetch } = useQuery(talkQuery(request_id))
  const { data: people } = useQuery(talkPeopleQuery(request_id))
  const acts = useTalkActs(request_id)
  const { mutate: saveFile } = useSaveFile()
  const earlier = useEarlier(talkQuery(request_id), refetch)
  const count = data && countOf(data.threads)
  const place = {
    name: `request.${request_id}`,
    isRivc,
    acts: { ...acts, raise: (words: Parameters<TalkActs['say']>[0]) => acts.say(words) },
    Attach: AccountAttach,
    saveFile,
    earlier,
    ...(people ? { people } : {}),
  }
  return (
    <Section title="Переписка" aside={count || undefined}>
      {error && !data ? (
        <ErrorState title="Переписка не загрузилась" error={error} onRetry={() => void refetch()} />
      ) : (
        <ThreadsPlace value={place}>{data && <Talk all={data.threads} acts={acts} />}</ThreadsPlace>
      )}
    </Section>
  )
}
