import { Button, Skeleton, Stack } from '@mantine/core'
import type { registry } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { History } from '../../components/shared/history/History.tsx'
import { RouteAnchor } from '../../components/kit/link/RouteLinks.tsx'
import { useFullNames } from '../../components/shared/marks/full-names.ts'
import { WatchButton } from '../../components/shared/watching/WatchButton.tsx'
import { paths } from '../../paths.ts'
import { formatDay, formatMoment } from '../../ui/dates.ts'
import { formatDuration } from '../../ui/duration.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Section } from '../../ui/Section.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { EntryForm } from './EntryForm.tsx'
import { Talk } from './Talk.tsx'
import { changelogQuery, entryQuery } from './api.ts'
import panel from '../../components/shared/page/Panel.module.css'
import { stepTone } from './steps.ts'

type Detail = registry.RegistryEntryDetail
const CHANGES_SHOWN = 5

const EntryFacts = ({ entry }: { entry: Detail }) => (
  <Facts
    items={[
      ['Компания', useFullNames()(entry.company)],
      ['Заявка', entry.request && `${entry.request.id} ${entry.request.e_title}`],
      ['Приоритет', entry.priority],
      ['Ответственный', entry.responsible?.name],
      ['Руководитель', entry.boss?.name],
      ['Срок', entry.due_date && formatDay(entry.due_date)],
      ['Часы', entry.planned_time === null ? null : formatDuration(entry.planned_time)],
      ['Автор', entry.author.name],
      ['Создана', formatMoment(entry.created_at)],
    ]}
  />
)

/** The latest changes, with a link to all of them. */
const Changes = ({ id }: { id: number }) => (
  <Loaded result={useQuery(changelogQuery(id))} failed="История не загрузилась" loading={null}>
    {(changes) =>
      changes.length > 0 && (
        <Section title="История" aside={changes.length}>
          <History changes={changes.slice(0, CHANGES_SHOWN)} />
          <RouteAnchor to={paths.registryHistory} params={{ registryID: String(id) }} className={panel.link}>
            Вся история
          </RouteAnchor>
        </Section>
      )
    }
  </Loaded>
)

/** Checks whether any field may be changed; if none may, the button shows the reason. */
const changeable = ({ abilities }: Detail) => Object.values(abilities).some((ability) => ability === true)

function Shown({ entry }: { entry: Detail }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <EntryForm entry={entry} onClose={() => setOpen(false)} />
  return (
    <>
      <h3 className={panel.title}>{entry.title}</h3>
      <div className={panel.marks}>
        <span>{entry.number}</span>
        <Tag tone={stepTone(entry.step.id)}>{entry.step.name}</Tag>
        <Button
          variant="default"
          size="compact-sm"
          disabled={!changeable(entry)}
          title={changeable(entry) ? undefined : String(entry.abilities.title)}
          onClick={() => setOpen(true)}
        >
          Изменить
        </Button>
        <WatchButton entity="registry_entry" id={entry.id} compact />
      </div>
      <EntryFacts entry={entry} />
      {entry.description && (
        <Section title="Описание">
          <p className={panel.text}>{entry.description}</p>
        </Section>
      )}
    </>
  )
}

const Loading = () => (
  <Stack gap="sm" role="status" aria-label="Загрузка записи" aria-busy>
    <Skeleton height={20} width="90%" />
    <Skeleton height={16} width="50%" />
    <Skeleton height={160} />
  </Stack>
)

/** An entry beside the list: its fields, the comments of both sides, and its history. */
export const EntryPanel = ({ id }: { id: number }) => (
  <Loaded
    result={useQuery(entryQuery(id))}
    failed="Запись не загрузилась"
    missing="Возможно, она принадлежит другой компании."
    loading={<Loading />}
  >
    {(entry) => (
      <article>
        <Shown entry={entry} />
        <Talk id={id} />
        <Changes id={id} />
      </article>
    )}
  </Loaded>
)
