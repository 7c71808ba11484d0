import { decodeName } from '@vypusk/contract'
import { Skeleton } from '@mantine/core'
import type { publications } from '@vypusk/contract'
import { IconX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { ManyField } from '../../../components/kit/fields/ManyField.tsx'
import { UnlessFailed } from '../../../components/kit/data-table/UnlessFailed.tsx'
import { RouteAnchor } from '../../../components/kit/link/RouteLinks.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { unnamedInWords } from '../../../components/shared/bringing/texts.ts'
import { paths } from '../../../paths.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import classes from './PublishPage.module.css'
import { ReadinessMark } from './ReadinessMark.tsx'
import { ReleasePicker } from './ReleasePicker.tsx'
import type { DraftItem } from './draft.ts'
import quiet from '../../../ui/quiet.module.css'

type Release = publications.ReleaseToPublish

interface ItemProps {
  item: DraftItem
  release: Release
  onChange: (change: Partial<DraftItem>) => void
  onRemove: () => void
}

/** A release of the draft: which of its modules are published, and to which of its companies. */
function Item({ item, release, onChange, onRemove }: ItemProps) {
  const { unnamed } = release.readiness
  const nameOf = useFullNames(unnamed)
  const isListed = (idcomp: number) => release.notPublishingList.includes(idcomp)
  return (
    <section className={classes.item} aria-label={release.title}>
      <header className={classes.itemHead}>
        <h2 className={classes.itemTitle}>{release.title}</h2>
        <span className={quiet.aside}>{release.step.name_step}</span>
        <ReadinessMark readiness={release.readiness} />
        <IconAction label={`Убрать релиз ${release.title}`} className={classes.remove} onClick={onRemove}>
          <IconX size={16} />
        </IconAction>
      </header>
      <div className={classes.pair}>
        <ManyField
          label="Модули"
          placeholder={item.modules.length === 0 ? 'Не выбраны' : undefined}
          choices={release.modules.map(({ idmod, namemod }) => ({ id: idmod, name: namemod }))}
          value={item.modules}
          onChange={(modules) => onChange({ modules })}
        />
        <ManyField
          label="Компании"
          placeholder={item.customers.length === 0 ? 'Не выбраны' : undefined}
          error={item.customers.length === 0 && 'Выберите хотя бы одну компанию'}
          choices={release.companies.map(({ idcomp, namecomp }) => ({
            id: idcomp,
            name: decodeName(namecomp),
            ...(isListed(idcomp) ? { note: 'не публикуется', disabled: true } : {}),
          }))}
          value={item.customers}
          onChange={(customers) => onChange({ customers })}
        />
      </div>
      {unnamed.length > 0 && (
        <p className={quiet.aside} role="note">
          ▲ {unnamedInWords(unnamed.length)} и ничего не получит: {unnamed.map(nameOf).join(', ')}.{' '}
          <RouteAnchor to={paths.release} params={{ releaseID: String(release.id) }}>
            Назвать в релизе
          </RouteAnchor>
        </p>
      )}
    </section>
  )
}

/** A release of the draft that was deleted meanwhile. */
const Gone = ({ item: { title }, onRemove }: Pick<ItemProps, 'item' | 'onRemove'>) => (
  <section className={classes.item} aria-label={title}>
    <header className={classes.itemHead}>
      <h2 className={classes.itemTitle}>{title}</h2>
      <IconAction label={`Убрать релиз ${title}`} className={classes.remove} onClick={onRemove}>
        <IconX size={16} />
      </IconAction>
    </header>
    <p className={classes.note}>Этого релиза больше нет: его удалили. Уберите его, и остальное можно опубликовать.</p>
  </section>
)

interface ReleasesStepProps {
  items: readonly DraftItem[]
  /** The details of the releases. */
  result: UseQueryResult<{ releases: Release[] }>
  onPick: (release: number) => void
  onChange: (release: number, change: Partial<DraftItem>) => void
  onRemove: (release: number) => void
}

/** The first step: releases, each with its modules and companies. */
export const ReleasesStep = ({ items, result, onPick, onChange, onRemove }: ReleasesStepProps) => (
  <>
    <div className={classes.narrow}>
      <ReleasePicker chosen={items.map(({ release }) => release)} onPick={onPick} />
    </div>
    {items.length === 0 && (
      <p className={quiet.aside}>Выберите релизы, которые отдаёте компаниям. Их может быть несколько.</p>
    )}
    <UnlessFailed result={result} failed="Релизы не загрузились">
      {items.map((item) => {
        const release = result.data?.releases.find(({ id }) => id === item.release)
        return release ? (
          <Item
            key={item.release}
            item={item}
            release={release}
            onChange={(change) => onChange(item.release, change)}
            onRemove={() => onRemove(item.release)}
          />
        ) : result.isFetching ? (
          <Skeleton key={item.release} height={110} mt="md" />
        ) : (
          <Gone key={item.release} item={item} onRemove={() => onRemove(item.release)} />
        )
      })}
    </UnlessFailed>
  </>
)
