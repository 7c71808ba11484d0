import { Alert, Textarea } from '@mantine/core'
import { publications } from '@vypusk/contract'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Tag } from '../../../ui/Tag.tsx'
import classes from './PublishPage.module.css'
import { Preview } from './Preview.tsx'
import { ReadinessMark } from './ReadinessMark.tsx'
import type { Draft, DraftItem } from './draft.ts'
import { companiesCount } from '../../../components/shared/company/texts.ts'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { filesCount, lacksOf } from '../texts.ts'
import quiet from '../../../ui/quiet.module.css'

type Release = publications.ReleaseToPublish

/** What is still missing, and from which companies. */
const Waiting = ({ readiness }: Pick<Release, 'readiness'>) => (
  <dl className={classes.waiting}>
    {lacksOf(readiness, useFullNames(readiness.waiting)).map(([lack, companies]) => (
      <div key={lack}>
        <dt>
          {lack} <span className={quiet.aside}>{companies.length}</span>
        </dt>
        <dd>{companies.join(', ')}</dd>
      </div>
    ))}
  </dl>
)

interface CheckedProps {
  release: Release
  item: DraftItem
  /** While it is being saved, this publication must not be counted as an earlier one. */
  isSaving: boolean
}

const Checked = ({ release, item, isSaving }: CheckedProps) => (
  <section className={classes.item} aria-label={release.title}>
    <header className={classes.itemHead}>
      <h2 className={classes.itemTitle}>{release.title}</h2>
      <ReadinessMark readiness={release.readiness} />
      {!release.is_visible_for_client && <Tag tone="amber">Скрыт от клиентов</Tag>}
    </header>
    <p className={classes.note}>
      {[
        companiesCount(item.customers.length),
        item.files.length > 0 ? filesCount(item.files.length) : 'без файлов',
      ].join(' · ')}
      {release.published > 0 && !isSaving && ' · публикуется повторно'}
    </p>
    {!release.is_visible_for_client && (
      <p className={classes.note}>Клиенты увидят публикацию и получат письма и файлы, когда релиз им покажут.</p>
    )}
    {!release.readiness.ready && <Waiting readiness={release.readiness} />}
  </section>
)

interface CheckStepProps {
  draft: Draft
  releases: readonly Release[]
  /** The number of files that are not uploaded yet. */
  waiting: number
  isSaving: boolean
  /** Whether the letters, which cannot be shown, are to be sent all the same. */
  isUnseen: boolean
  onUnseen: (isUnseen: boolean) => void
  /** The server's errors by field. */
  errors: Record<string, ReactNode>
  onChange: (change: Partial<Draft>) => void
}

/** The last step: what will be published, what is missing, and the reason for publishing all the same. */
export function CheckStep(props: CheckStepProps) {
  const { draft, releases, waiting, isSaving, errors, onChange } = props
  const known = releases.filter(({ id }) => draft.list.some(({ release }) => release === id))
  const isUnready = known.some(({ readiness }) => !readiness.ready)
  const reason = useRef<HTMLTextAreaElement>(null)
  // Runs after each attempt, because each creates a new `errors` object.
  useEffect(() => {
    if (errors['reason'] !== undefined) reason.current?.focus()
  }, [errors])
  const others = Object.entries(errors).filter(([field]) => field !== 'reason')
  return (
    <div className={classes.narrow}>
      {others.length > 0 && (
        <Alert color="red" role="alert" mb="md">
          {others.map(([field, sentence]) => (
            <div key={field}>{sentence}</div>
          ))}
        </Alert>
      )}
      {waiting > 0 && (
        <Alert color="yellow" mb="md">
          Ещё не загружено: {filesCount(waiting)}. Вернитесь назад, к файлам.
        </Alert>
      )}
      {draft.list.map((item) => {
        const release = known.find(({ id }) => id === item.release)
        return release && <Checked key={release.id} release={release} item={item} isSaving={isSaving} />
      })}
      <Preview {...props} />
      {isUnready && (
        <Textarea
          ref={reason}
          label="Почему публикуем до готовности"
          description="Причина останется в публикации и её истории"
          withAsterisk
          maxLength={publications.MAX_REASON}
          value={draft.reason}
          error={errors['reason']}
          onChange={(event) => onChange({ reason: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
