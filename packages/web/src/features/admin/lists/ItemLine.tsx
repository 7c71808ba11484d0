import type { adminLists } from '@vypusk/contract'
import { IconArrowDown, IconArrowUp, IconEye, IconEyeOff, IconGripVertical, IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useDragOnto } from '../../../components/kit/drag/useDragOnto.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { ItemName } from './ItemName.tsx'
import { useHide } from './api.ts'
import classes from './lists.module.css'

const SIZE = 24
const ICON = 15

/** True, or why it may not be done. */
type Ability = true | string

interface ItemLineProps<Item extends adminLists.Item> {
  list: adminLists.ListName
  /** Items of the same scope can be reordered among each other. */
  scope: string
  item: Item
  /** Shown after the name: who uses it, what it means. */
  aside?: ReactNode
  isFirst: boolean
  isLast: boolean
  /** Whether it may be hidden, or shown again. */
  mayToggle: Ability
  mayShift: (by: number) => Ability
  onShift: (by: number) => void
  onPlace: (id: string, to: string) => void
}

type HideActionProps = Pick<ItemLineProps<adminLists.Item>, 'list' | 'item' | 'mayToggle'>

function HideAction({ list, item, mayToggle }: HideActionProps) {
  const { mutateAsync, isPending } = useHide(list, item.id)
  const { is_hidden, name } = item
  const toggle = () =>
    whenDone(mutateAsync(!is_hidden), () =>
      toast.undo(is_hidden ? `Снова доступно: ${name}` : `Скрыто: ${name}`, () => whenDone(mutateAsync(is_hidden))),
    )
  return (
    <IconAction
      label={`${is_hidden ? 'Вернуть' : 'Скрыть'}: ${name}`}
      size={SIZE}
      disabled={isPending}
      ability={mayToggle}
      onClick={toggle}
    >
      {is_hidden ? <IconEye size={ICON} /> : <IconEyeOff size={ICON} />}
    </IconAction>
  )
}

/** An item of a list: it can be dragged or moved with buttons, renamed in place, hidden and shown again. */
export function ItemLine<Item extends adminLists.Item>(props: ItemLineProps<Item>) {
  const { list, scope, item, aside, isFirst, isLast, mayToggle, mayShift, onShift, onPlace } = props
  const line = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const over = useDragOnto(scope, line, handle, String(item.id), onPlace)
  const [isOpen, setOpen] = useState(false)
  const { name, is_hidden } = item
  return (
    <li ref={line} className={classes.line} data-over={over || undefined} data-hidden={is_hidden || undefined}>
      <span ref={handle} className={classes.handle} aria-hidden title="Перетащите, чтобы переставить">
        <IconGripVertical size={ICON} />
      </span>
      {isOpen ? (
        <ItemName list={list} item={item} onClose={() => setOpen(false)} />
      ) : (
        <span className={classes.name}>
          {name} {is_hidden && <Tag tone="grey">скрыто</Tag>}
        </span>
      )}
      {aside && <span className={classes.aside}>{aside}</span>}
      <span className={classes.tools}>
        <IconAction
          label={`Выше: ${name}`}
          size={SIZE}
          ability={isFirst ? 'Это первая строка' : mayShift(-1)}
          onClick={() => onShift(-1)}
        >
          <IconArrowUp size={ICON} />
        </IconAction>
        <IconAction
          label={`Ниже: ${name}`}
          size={SIZE}
          ability={isLast ? 'Это последняя строка' : mayShift(1)}
          onClick={() => onShift(1)}
        >
          <IconArrowDown size={ICON} />
        </IconAction>
        <IconAction label={`Переименовать: ${name}`} size={SIZE} onClick={() => setOpen(true)}>
          <IconPencil size={ICON} />
        </IconAction>
        <HideAction list={list} item={item} mayToggle={mayToggle} />
      </span>
    </li>
  )
}
