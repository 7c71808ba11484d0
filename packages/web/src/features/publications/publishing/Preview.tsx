import { Alert, Checkbox, Skeleton } from '@mantine/core'
import { decodeName, drafts, sanitizeName } from '@vypusk/contract'
import type { BodyInput, ReplyOf } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { WordButton } from '../../../components/kit/download/WordButton.tsx'
import { LetterFrame } from '../../../components/shared/letters/LetterFrame.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { previewQuery } from '../api.ts'
import { bodyOf } from './draft.ts'
import type { Draft } from './draft.ts'
import classes from './Preview.module.css'
import { SetChanges } from './SetChanges.tsx'
import { Sets } from './Sets.tsx'
import { filesCount, recipientsCount } from '../texts.ts'

/** The letter of one company or of staff, word for word; opened on request. */
function Letter({ letter, body }: { letter: drafts.PreviewedLetter; body: BodyInput<typeof drafts.preview> }) {
  const nameOf = useFullNames()
  const whose = letter.company ? nameOf(letter.company) : 'Сотрудники'
  return (
    <details className={classes.letter}>
      <summary>
        <span className={classes.side}>{whose}</span>
        <span className={classes.dim}>
          {recipientsCount(letter.recipients.length)} · {filesCount(letter.files.length)}
        </span>
        {letter.foreign.length > 0 && <Tag tone="red">Упомянуто чужое</Tag>}
      </summary>
      {letter.foreign.length > 0 && (
        <Alert color="red" my="xs">
          В письме или файлах стоит то, что к этой компании не относится: {letter.foreign.map(decodeName).join(', ')}.
        </Alert>
      )}
      <p className={classes.dim}>{letter.recipients.map(({ name, mailuser }) => `${name} <${mailuser}>`).join(', ')}</p>
      {letter.files.length > 0 && (
        <ul className={classes.files} aria-label={`Файлы: ${whose}`}>
          {letter.files.map(({ id, file_name }) => (
            <li key={id}>{sanitizeName(file_name) || file_name}</li>
          ))}
        </ul>
      )}
      <p className={classes.subject}>{letter.subject}</p>
      <LetterFrame className={classes.html} html={letter.html} title={`Письмо: ${whose}`} />
      <div className={classes.document}>
        <WordButton
          endpoint={drafts.previewDoc}
          input={{ body, query: letter.company ? { as_company: letter.company.idcomp } : {} }}
        />
      </div>
    </details>
  )
}

/** Companies that were chosen but get no letter, and people who get none, with the reason. */
function Unreached({ silent, without }: Pick<ReplyOf<typeof drafts.preview>, 'silent' | 'without'>) {
  const nameOf = useFullNames(silent)
  return (
    <>
      {silent.length > 0 && (
        <p className={classes.dim}>Увидят публикацию, но писем не получат: {silent.map(nameOf).join(', ')}.</p>
      )}
      {without.length > 0 && (
        <ul className={classes.without} aria-label="Не получат писем">
          {without.map(({ id, name, reason }) => (
            <li key={id}>
              {name} <span className={classes.dim}>– {reason.toLowerCase()}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface PreviewProps {
  draft: Draft
  isSaving: boolean
  /** Whether the letters, which cannot be shown, are to be sent all the same. */
  isUnseen: boolean
  onUnseen: (isUnseen: boolean) => void
}

/**
 * The exact letters and files that each side will get, shown before publishing. While it is being published the preview
 * does not change, so that the field below does not move.
 */
export function Preview({ draft, isSaving, isUnseen, onUnseen }: PreviewProps) {
  const body = bodyOf(draft)
  const { data, error, refetch } = useQuery({ ...previewQuery(body), enabled: !isSaving })
  if (error && !data)
    return (
      <>
        <ErrorState title="Письма не показаны" error={error} onRetry={() => void refetch()} />
        <Checkbox
          className={classes.unseen}
          label="Опубликовать, не посмотрев, кто что получит"
          checked={isUnseen}
          onChange={(event) => onUnseen(event.currentTarget.checked)}
        />
      </>
    )
  if (!data) return <Skeleton height={90} mt="md" role="status" aria-label="Письма готовятся" />
  const foreign = data.letters.filter((letter) => letter.foreign.length > 0).length
  return (
    <section className={classes.preview} aria-label="Кто что получит">
      <h2 className={classes.title}>Кто что получит</h2>
      <Sets sets={data.sets} />
      <SetChanges changes={data.changes} />
      {data.letters.length > 0 && foreign === 0 && (
        <p className={classes.dim}>Проверено: ни в одном письме нет названий, релизов и файлов других компаний.</p>
      )}
      {data.letters.length === 0 && <p className={classes.dim}>Писем не будет.</p>}
      {data.letters.map((letter) => (
        <Letter key={letter.company?.idcomp ?? 0} letter={letter} body={body} />
      ))}
      <Unreached {...data} />
    </section>
  )
}
