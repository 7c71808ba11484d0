import type { adminLists } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { AddItem } from './AddItem.tsx'
import { ItemLine } from './ItemLine.tsx'
import { mayBecome, mayToggle } from './abilities.ts'
import { useReorder } from './api.ts'
import classes from './lists.module.css'
import { placed, shifted } from './order.ts'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'

interface ItemListProps<Item extends adminLists.Item> {
  list: adminLists.ListName
  /** For modules: their system. */
  idsys?: number
  label: string
  /** «Новый модуль» */
  addLabel: string
  items: readonly Item[]
  aside?: (item: Item) => ReactNode
}

/** A list in which an administrator reorders, renames and adds items. */
export function ItemList<Item extends adminLists.Item>(props: ItemListProps<Item>) {
  const { list, idsys, label, addLabel, items, aside } = props
  const { mutateAsync, isPending, variables } = useReorder(list)
  const ids = isPending ? variables : items.map(({ id }) => id)
  const inOrder = (of: readonly number[]) => of.flatMap((id) => items.find((item) => item.id === id) ?? [])
  const shown = inOrder(ids)
  const mayOrder = (next: number[]) => mayBecome(shown, inOrder(next))
  const order = (next: number[]) => {
    if (next.join() === ids.join()) return
    const may = mayOrder(next)
    // A button says why it is not offered; a place to drop things on cannot know before.
    if (may !== true) return toast.error(may)
    const takeBack = () => whenDone(mutateAsync(ids))
    whenDone(mutateAsync(next), () => toast.undo('Порядок изменён', takeBack))
  }
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {shown.map((item, index) => (
          <ItemLine
            key={item.id}
            list={list}
            scope={`${list}.${idsys ?? ''}`}
            item={item}
            aside={aside?.(item)}
            isFirst={index === 0}
            isLast={index === shown.length - 1}
            mayToggle={mayToggle(list, shown, item)}
            mayShift={(by) => mayOrder(shifted(ids, item.id, by))}
            onShift={(by) => order(shifted(ids, item.id, by))}
            onPlace={(id, to) => order(placed(ids, Number(id), Number(to)))}
          />
        ))}
      </ul>
      <AddItem list={list} idsys={idsys} label={addLabel} />
    </>
  )
}
