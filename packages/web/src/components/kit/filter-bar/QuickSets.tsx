import { Popover, SegmentedControl } from '@mantine/core'
import { IconBookmarkOff, IconBookmarkPlus, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { usePageSettings, usePageSettingsChange } from '../../../api/settings.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import { later, usePart } from '../feedback/later.ts'
import { notifyNotSaved } from '../feedback/refused.ts'
import { toast } from '../feedback/toast.tsx'
import { readValues, sameValues, writeValues } from '../list-state/codecs.ts'
import type { Schema } from '../list-state/codecs.ts'
import type { ListState } from '../list-state/useListState.ts'
import classes from './FilterBar.module.css'
import type { QuickSet } from './types.ts'

interface SavedSet {
  [field: string]: string | Record<string, string>
  name: string
  search: Record<string, string>
}

const written = <S extends Schema>(list: ListState<S>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(writeValues(list.schema, list.values)).filter((pair): pair is [string, string] => Boolean(pair[1])),
  )

const setName = later(() => import('./SetName.tsx'))

interface NamingProps {
  label: string
  icon: ReactNode
  /** Its present name. */
  before?: string
  onSave: (name: string) => void
}

/** Opens the field for a name; what is typed there stays when it is closed by mistake. */
function Naming({ label, icon, before = '', onSave }: NamingProps) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? before
  const loaded = usePart(setName, opened)
  const save = () => {
    onSave(name.trim())
    setOpened(false)
    setTyped(null)
  }
  return (
    <Popover opened={opened && loaded !== null} onChange={setOpened} trapFocus width={260} position="bottom-start">
      <Popover.Target>
        <IconAction label={label} onClick={() => setOpened(!opened)}>
          {icon}
        </IconAction>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {loaded && <loaded.SetName name={name} onChange={setTyped} onSave={save} />}
      </Popover.Dropdown>
    </Popover>
  )
}

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
  /** A set of the same name is replaced: two could not be told apart. */
  const add = (name: string) => {
    const others = (now: SavedSet[]) => now.filter((set) => set.name !== name)
    const replaced = saved.filter((set) => set.name === name)
    save((now) => [...others(now), { name, search: written(list) }])
    if (replaced.length > 0) toast.undo(`Набор «${name}» заменён`, () => save((now) => [...others(now), ...replaced]))
  }
  const place = current - sets.length
  const chosen = saved[place]
  const isChosen = ({ name, search }: SavedSet) =>
    name === chosen?.name && sameValues(list.schema, readValues(list.schema, search), list.values)
  const rename = (name: string) => {
    if (!chosen || name === chosen.name) return
    const replaced = saved.filter((set) => set.name === name)
    save((now) => now.filter((set) => set.name !== name).map((set) => (isChosen(set) ? { ...set, name } : set)))
    const undo = () => save((now) => now.flatMap((set) => (set.name === name ? [chosen, ...replaced] : [set])))
    if (replaced.length > 0) toast.undo(`Набор «${name}» заменён`, undo)
  }
  const remove = () => {
    if (!chosen) return
    save((now) => now.filter((set) => !isChosen(set)))
    toast.undo(`Набор «${chosen.name}» удалён`, () => save((now) => now.toSpliced(place, 0, chosen)))
  }
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
      {current < 0 && list.isFiltered && (
        <Naming label="Сохранить набор фильтров" icon={<IconBookmarkPlus size={16} />} onSave={add} />
      )}
      {chosen && (
        <>
          <Naming
            key={place}
            label="Переименовать свой набор"
            icon={<IconPencil size={16} />}
            before={chosen.name}
            onSave={rename}
          />
          <IconAction label="Удалить свой набор" onClick={remove}>
            <IconBookmarkOff size={16} />
          </IconAction>
        </>
      )}
    </div>
  )
}
