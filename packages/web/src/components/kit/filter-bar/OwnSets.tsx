import { Popover } from '@mantine/core'
import { IconBookmarkOff, IconBookmarkPlus, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { IconAction } from '../../../ui/IconAction.tsx'
import { toast } from '../feedback/toast.tsx'
import { readValues, sameValues, writeValues } from '../list-state/codecs.ts'
import type { Schema } from '../list-state/codecs.ts'
import type { ListState } from '../list-state/useListState.ts'
import { SetName } from './SetName.tsx'
import type { SavedSet } from './types.ts'

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
  const save = () => {
    onSave((typed ?? before).trim())
    setOpened(false)
    setTyped(null)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus width={260} position="bottom-start">
      <Popover.Target>
        <IconAction label={label} onClick={() => setOpened(!opened)}>
          {icon}
        </IconAction>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <SetName name={typed ?? before} onChange={setTyped} onSave={save} />
      </Popover.Dropdown>
    </Popover>
  )
}

const written = <S extends Schema>(list: ListState<S>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(writeValues(list.schema, list.values)).filter((pair): pair is [string, string] => Boolean(pair[1])),
  )

interface OwnSetsProps<S extends Schema> {
  list: ListState<S>
  saved: readonly SavedSet[]
  /** The place of the chosen one among the saved; another number when none of them is chosen. */
  place: number
  save: (next: (now: SavedSet[]) => SavedSet[]) => void
}

/** Saves the filters of the list as a set of one's own, renames and deletes the chosen one. */
export function OwnSets<S extends Schema>({ list, saved, place, save }: OwnSetsProps<S>) {
  const chosen = saved[place]
  /** A set of the same name is replaced: two could not be told apart. */
  const add = (name: string) => {
    const others = (now: SavedSet[]) => now.filter((set) => set.name !== name)
    const replaced = saved.filter((set) => set.name === name)
    save((now) => [...others(now), { name, search: written(list) }])
    if (replaced.length > 0) toast.undo(`Набор «${name}» заменён`, () => save((now) => [...others(now), ...replaced]))
  }
  if (!chosen) {
    return <Naming label="Сохранить набор фильтров" icon={<IconBookmarkPlus size={16} />} onSave={add} />
  }
  const isChosen = ({ name, search }: SavedSet) =>
    name === chosen.name && sameValues(list.schema, readValues(list.schema, search), list.values)
  const rename = (name: string) => {
    if (name === chosen.name) return
    const replaced = saved.filter((set) => set.name === name)
    save((now) => now.filter((set) => set.name !== name).map((set) => (isChosen(set) ? { ...set, name } : set)))
    const undo = () => save((now) => now.flatMap((set) => (set.name === name ? [chosen, ...replaced] : [set])))
    if (replaced.length > 0) toast.undo(`Набор «${name}» заменён`, undo)
  }
  const remove = () => {
    save((now) => now.filter((set) => !isChosen(set)))
    toast.undo(`Набор «${chosen.name}» удалён`, () => save((now) => now.toSpliced(place, 0, chosen)))
  }
  return (
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
  )
}
