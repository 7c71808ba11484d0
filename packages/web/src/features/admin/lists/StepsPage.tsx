import { Select } from '@mantine/core'
import type { adminLists } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { Page } from '../../../components/shared/page/Page.tsx'
import { countOf } from '../../../ui/plural.ts'
import { whyRefused } from '../../../ui/refused.ts'
import { Section } from '../../../ui/Section.tsx'
import { ItemList } from './ItemList.tsx'
import { RequestLists } from './RequestLists.tsx'
import { mayRevalue } from './abilities.ts'
import { stepsQuery, useSetKind } from './api.ts'
import classes from './lists.module.css'
import { WaitingLists } from './WaitingLists.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'

const KINDS: { value: adminLists.StepKind; label: string }[] = [
  { value: 'work', label: 'Работа' },
  { value: 'published', label: 'Опубликован' },
  { value: 'closed', label: 'Закрыт' },
]

/** The meaning of a step; choosing «published» for a step takes it from the one that had it. */
function KindSelect({ step }: { step: adminLists.ReleaseStep }) {
  const { id, name, kind } = step
  const { mutateAsync, isPending, variables } = useSetKind(id)
  const ability = mayRevalue(step)
  return (
    <Select
      size="xs"
      w={132}
      aria-label={`Что значит этап ${name}`}
      allowDeselect={false}
      data={KINDS}
      disabled={isPending}
      readOnly={ability !== true}
      {...whyRefused(ability)}
      value={isPending ? variables : kind}
      onChange={(next) => {
        const chosen = KINDS.find(({ value }) => value === next)
        if (chosen) whenDone(mutateAsync(chosen.value))
      }}
    />
  )
}

const RELEASES = ['релиз', 'релиза', 'релизов'] as const
const ENTRIES = ['запись', 'записи', 'записей'] as const

const releaseAside = (step: adminLists.ReleaseStep) => (
  <>
    {step.uses > 0 && countOf(step.uses, RELEASES)}
    <KindSelect step={step} />
  </>
)
const entryAside = ({ uses }: adminLists.Item) => uses > 0 && countOf(uses, ENTRIES)

/** The steps of releases and of the registry, in order. */
export function StepsPage() {
  const { data, error, refetch } = useQuery(stepsQuery)
  return (
    <Page title="Этапы и статусы">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <WaitingLists />}
      {data && (
        <div className={classes.columns} data-place="steps">
          <Section title="Этапы релиза" level={2}>
            <ItemList
              list="release_step"
              label="Этапы релиза"
              addLabel="Новый этап релиза"
              items={data.release_steps}
              aside={releaseAside}
            />
            <p className={classes.note}>
              «Планирование» всегда первое. На этап «Опубликован» релиз переходит с первой публикацией. Этап, на котором
              стоят релизы, нельзя скрыть и нельзя изменить его значение.
            </p>
          </Section>
          <Section title="Этапы реестра" level={2}>
            <ItemList
              list="registry_step"
              label="Этапы реестра"
              addLabel="Новый этап реестра"
              items={data.registry_steps}
              aside={entryAside}
            />
            <p className={classes.note}>Новая запись встаёт на первый этап: пока она там, её может менять клиент.</p>
          </Section>
          <RequestLists />
        </div>
      )}
    </Page>
  )
}
