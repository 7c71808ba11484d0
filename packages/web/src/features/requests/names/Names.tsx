import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { requests } from '@vypusk/contract'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { confirm } from '../../../components/kit/feedback/dialogs.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { useKept } from '../../../components/kit/places/useKept.ts'
import { formatNumber } from '../../../ui/duration.ts'
import { countOf } from '../../../ui/plural.ts'
import { Section } from '../../../ui/Section.tsx'
import { requestsCount } from '../texts.ts'
import { namesQuery, useJoining } from './api.ts'
import { NameLine } from './NameLine.tsx'
import classes from './Names.module.css'

const SHOWN = 20
const COMMENTS = ['комментарий', 'комментария', 'комментариев'] as const

function useNames() {
  const [chosen, setChosen] = useKept<string | null>('names-source', null)
  const { data, error, refetch } = useQuery(namesQuery(chosen))
  const joining = useJoining(chosen)
  const source = data?.source ?? ''
  const join = (name: string, user: number | null) =>
    whenDone(joining.mutateAsync({ source, name, user }), (done) =>
      toast.success(`Изменено: ${requestsCount(done.requests)}, ${countOf(done.comments, COMMENTS)}`),
    )
  const part = async ({ name, user }: requests.ImportedName) => {
    const question = {
      title: `Отвязать «${name}»?`,
      children: `Сейчас автор его заявок – ${user?.name ?? 'не назван'}. Им станете вы, у комментариев останется имя.`,
    }
    if (await confirm({ ...question, action: 'Отвязать' })) join(name, null)
  }
  return { data, error, refetch, setChosen, join, part, isPending: joining.isPending }
}

/**
 * People of former systems who have, or had, no account here: each name can be joined with an account without importing
 * again.
 */
export function Names() {
  const { data, error, refetch, setChosen, join, part, isPending } = useNames()
  const [isWhole, setWhole] = useKept('names-whole', false)
  if (error && !data)
    return <ErrorState title="Имена прежних систем не загрузились" error={error} onRetry={() => void refetch()} />
  if (!data || data.sources.length === 0) return null
  const { names, names_count, sources, source } = data
  const shown = isWhole ? names : names.slice(0, SHOWN)
  return (
    <Section title="Люди прежних систем" aside={source} level={2}>
      <p className={classes.dim}>
        Выберите, чьи это учётные записи: заявки получат автора, комментарии – его имя. Писем об этом никто не получит,
        а следующая загрузка узнает человека сама.
      </p>
      {sources.length > 1 && (
        <Select
          label="Прежняя система"
          size="sm"
          className={classes.source}
          searchable
          allowDeselect={false}
          data={sources}
          value={source}
          onChange={(chosen) => setChosen(chosen)}
        />
      )}
      {names.length === 0 && <p className={classes.dim}>В «{source}» никто не назван.</p>}
      <ul className={classes.list} aria-label={`Люди из «${source ?? ''}»`}>
        {shown.map((name) => (
          <NameLine
            key={`${source ?? ''} ${name.name}`}
            name={name}
            isPending={isPending}
            onJoin={(user) => join(name.name, user)}
            onPart={() => void part(name)}
          />
        ))}
      </ul>
      {shown.length < names.length && (
        <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
          Показать все: {formatNumber(names.length)}
        </Button>
      )}
      {isWhole && names_count > names.length && (
        <p className={classes.dim}>
          Показаны {formatNumber(names.length)} самых частых из {formatNumber(names_count)}.
        </p>
      )}
    </Section>
  )
}
