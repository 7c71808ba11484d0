import { UnstyledButton } from '@mantine/core'
import type { threads } from '@vypusk/contract'
import { useState } from 'react'
import { confirm } from '../../kit/feedback/dialogs.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { formatMoment } from '../../../ui/dates.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { usePlace } from './place.ts'
import { SavedFiles } from './SavedFiles.tsx'
import { authorName, writerInWords } from './texts.ts'
import classes from './Threads.module.css'
import { WordsForm } from './WordsForm.tsx'

interface EntryProps {
  thread: threads.Thread
  entry: threads.Entry
}

const Head = ({ entry }: { entry: threads.Entry }) => (
  <div className={classes.author}>
    <span className={classes.who}>{authorName(entry.user)}</span>
    <span>{writerInWords(entry)}</span>
    <time dateTime={entry.created_at}>{formatMoment(entry.created_at)}</time>
    {entry.edited_at && !entry.withdrawn_at && <span>изменено {formatMoment(entry.edited_at)}</span>}
    {entry.internal && <Tag tone="grey">только сотрудникам</Tag>}
  </div>
)

/** Edits or withdraws one's own entry. */
function Own({ thread, entry, onEdit }: EntryProps & { onEdit: () => void }) {
  const { acts } = usePlace()
  const { rewrite, withdraw } = acts
  const isFirst = thread.kind === 'remark' && thread.earlier === 0 && thread.entries[0]?.id === entry.id
  const takeBack = async () => {
    if (!withdraw) return
    const sure = await confirm({
      title: 'Отозвать эти слова?',
      children: isFirst
        ? 'С них замечание началось: оно закроется. В истории слова останутся.'
        : 'Их больше никто не прочитает на экране. В истории они останутся.',
      action: 'Отозвать',
      dangerous: true,
    })
    const refused = sure ? await withdraw(thread, entry.id) : null
    if (refused) toast.error(refused)
  }
  const canEdit = rewrite && entry.abilities.rewrite === true
  const canWithdraw = withdraw && entry.abilities.withdraw === true
  if (!canEdit && !canWithdraw) return null
  return (
    <div className={classes.own}>
      {canEdit && (
        <UnstyledButton className={classes.act} onClick={onEdit}>
          Изменить
        </UnstyledButton>
      )}
      {canWithdraw && (
        <UnstyledButton className={classes.act} onClick={() => void takeBack()}>
          Отозвать
        </UnstyledButton>
      )}
    </div>
  )
}

/** The text of an entry, or that it was withdrawn; one's own entry is edited in place. */
export function EntryBody({ thread, entry }: EntryProps) {
  const { acts, saveFile } = usePlace()
  const [isEditing, setEditing] = useState(false)
  const { rewrite } = acts
  if (entry.withdrawn_at) return <p className={classes.gone}>Отозвано {formatMoment(entry.withdrawn_at)}</p>
  if (isEditing && rewrite) {
    return (
      <WordsForm
        name={`thread.${thread.id}.entry.${entry.id}`}
        label="Изменить сказанное"
        send="Сохранить"
        saved={{ html: entry.html, files: entry.files }}
        onSend={(words) => rewrite(thread, entry, words)}
        onDone={() => setEditing(false)}
      />
    )
  }
  return (
    <>
      {entry.html && <RichText html={entry.html} names={entry.mentions.map(({ name }) => name)} />}
      <SavedFiles files={entry.files} saveFile={saveFile} />
      <Own thread={thread} entry={entry} onEdit={() => setEditing(true)} />
    </>
  )
}

/** One entry of a thread. */
export const EntryRow = ({ thread, entry }: EntryProps) => (
  <li className={classes.entry} data-internal={entry.internal || undefined}>
    <Head entry={entry} />
    <EntryBody thread={thread} entry={entry} />
  </li>
)
