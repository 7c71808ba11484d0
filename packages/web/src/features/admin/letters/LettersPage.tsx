import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import type { letterTemplates } from '@vypusk/contract'
import { useState } from 'react'
import { Loaded } from '../../../components/kit/data-table/Loaded.tsx'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { thingId } from '../../../components/kit/list-state/codecs.ts'
import { Page } from '../../../components/shared/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { countOf } from '../../../ui/plural.ts'
import { SkeletonFields, SkeletonLines } from '../../../ui/Skeletons.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { LetterEditor } from './LetterEditor.tsx'
import { letterQuery, lettersQuery } from './api.ts'
import classes from './letters.module.css'

type Row = letterTemplates.TemplateRow

function countsOf(rows: Row[]): string {
  const changed = rows.filter(({ is_changed }) => is_changed).length
  const state = changed > 0 ? `изменено: ${changed}` : 'все исходные'
  return `${countOf(rows.length, ['письмо', 'письма', 'писем'])}, ${state}`
}

const List = ({ rows, open }: { rows: Row[]; open: number }) => (
  <nav className={classes.list} data-place="letters" aria-label="Письма">
    {rows.map(({ id, name, is_changed }) => (
      <Link
        key={id}
        to={paths.adminLetters}
        search={{ open: String(id) }}
        className={classes.letter}
        data-open={id === open || undefined}
        aria-current={id === open ? 'true' : undefined}
      >
        <span>{name}</span>
        {is_changed && <Tag tone="accent">Изменено</Tag>}
      </Link>
    ))}
  </nav>
)

/** Placeholders for the form and the letter beside it. */
const WaitingEditor = () => (
  <div className={classes.editor} role="status" aria-label="Загрузка письма" aria-busy>
    <div className={classes.form}>
      <SkeletonFields fields={4} />
    </div>
    <div className={classes.preview}>
      <Skeleton height={480} />
    </div>
  </div>
)

/** The letter in the address; its form is recreated after the text was saved or reset. */
function Letter({ id }: { id: number }) {
  const result = useQuery(letterQuery(id))
  const [round, setRound] = useState(0)
  return (
    <Loaded
      result={result}
      failed="Письмо не загрузилось"
      missing="Выберите письмо в списке."
      loading={<WaitingEditor />}
    >
      {(template) => <LetterEditor key={round} template={template} onChanged={() => setRound(round + 1)} />}
    </Loaded>
  )
}

/** The texts of the product's letters, which administrators can change, each with a preview. */
export function LettersPage() {
  const { data, error, refetch } = useQuery(lettersQuery)
  const openInAddress = useRouterState({ select: ({ location }) => thingId(location.search['open']) })
  const open = openInAddress ?? data?.templates[0]?.id ?? 0
  return (
    <Page title="Письма" aside={data && countsOf(data.templates)}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <div className={classes.layout}>
          <div className={classes.list}>
            <SkeletonLines lines={16} label="Загрузка писем" />
          </div>
          <WaitingEditor />
        </div>
      )}
      {data && (
        <div className={classes.layout}>
          <List rows={data.templates} open={open} />
          <Letter key={open} id={open} />
        </div>
      )}
    </Page>
  )
}
