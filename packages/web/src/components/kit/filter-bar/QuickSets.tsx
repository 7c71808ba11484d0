import { SegmentedControl } from '@mantine/core'
import { usePageSettings, usePageSettingsChange } from '../../../api/settings.ts'
import { later, usePart } from '../feedback/later.ts'
import { notifyNotSaved } from '../feedback/refused.ts'
import { readValues, sameValues } from '../list-state/codecs.ts'
import type { Schema } from '../list-state/codecs.ts'
import type { ListState } from '../list-state/useListState.ts'
import classes from './FilterBar.module.css'
import type { QuickSet, SavedSet } from './types.ts'

const ownSets = later(() => import('./OwnSets.tsx'))

interface QuickSetsProps<S extends Schema> {
  page: string
  list: ListState<S>
  sets: readonly QuickSet<S>[]
}

/** Predefined sets of filters, and the person's own, which are stored on the server. */
export function QuickSets<S extends Schema>({ page, list, sets }: QuickSetsProps<S>) {
  const [saved = []] = usePageSettings<SavedSet[]>(`${page}Sets`)
  const change = usePageSettingsChange<SavedSet[]>(`${page}Sets`)
  const save = (next: (now: SavedSet[]) => SavedSet[]) =>
    change((now = []) => next(now), { onError: (error) => notifyNotSaved(error) })
  const own = saved.map(({ name, search }) => ({ label: name, values: readValues(list.schema, search) }))
  const all = [...sets, ...own]
  const current = all.findIndex(({ values }) => sameValues(list.schema, values, list.values))
  const choose = (index: number) => {
    list.setValues({ ...readValues(list.schema, {}), ...all[index]?.values })
  }
  const isOwn = current >= sets.length || (current < 0 && list.isFiltered)
  const loaded = usePart(ownSets, isOwn)
  return (
    <div className={classes.sets}>
      <SegmentedControl
        size="xs"
        aria-label="Наборы фильтров"
        classNames={{ root: classes.setsRoot, label: classes.setLabel, indicator: classes.setIndicator }}
        data={all.map(({ label }, index) => ({ value: String(index), label }))}
        value={String(current)}
        onChange={(index) => choose(Number(index))}
      />
      {isOwn && loaded && <loaded.OwnSets list={list} saved={saved} place={current - sets.length} save={save} />}
    </div>
  )
}
