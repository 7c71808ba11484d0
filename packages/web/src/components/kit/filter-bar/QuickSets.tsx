import { Button, Popover, SegmentedControl, TextInput } from '@mantine/core'
import { IconBookmarkOff, IconBookmarkPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { usePageSettings, usePageSettingsChange } from '../../../api/settings.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
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

const SaveSet = ({ onSave }: { onSave: (name: string) => void }) => {
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus width={260} position="bottom-start">
      <Popover.Target>
        <IconAction label="Сохранить набор фильтров" onClick={() => setOpened(!opened)}>
          <IconBookmarkPlus size={16} />
        </IconAction>
      </Popover.Target>
      <Popover.Dropdown aria-label="Сохранить набор фильтров">
        <form
          className={classes.save}
          onSubmit={(event) => {
            event.preventDefault()
            onSave(name.trim())
            setOpened(false)
            setName('')
          }}
        >
          <TextInput
            label="Название набора"
            size="xs"
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!name.trim()}>
            Сохранить
          </Button>
        </form>
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
  const remove = () => {
    const place = current - sets.length
    const removed = saved[place]
    if (!removed) return
    const isIt = ({ name, search }: SavedSet) =>
      name === removed.name && sameValues(list.schema, readValues(list.schema, search), list.values)
    save((now) => now.filter((set) => !isIt(set)))
    toast.undo(`Набор «${removed.name}» удалён`, () => save((now) => now.toSpliced(place, 0, removed)))
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
      {current < 0 && list.isFiltered && <SaveSet onSave={add} />}
      {current >= sets.length && (
        <IconAction label="Удалить свой набор" onClick={remove}>
          <IconBookmarkOff size={16} />
        </IconAction>
      )}
    </div>
  )
}
