import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPin, IconPinFilled } from '@tabler/icons-react'
import { IconAction } from '../../../../ui/IconAction.tsx'
import classes from './ColumnsMenu.module.css'
import { moveColumn, toggleHidden, togglePinned } from './column-settings.ts'
import type { ColumnControl, DataColumn, Density, TableRow } from '../types.ts'

interface ColumnLineProps<Row extends TableRow> {
  column: DataColumn<Row>
  control: ColumnControl
}

function ColumnLine<Row extends TableRow>({ column: { id, title, required }, control }: ColumnLineProps<Row>) {
  const { settings, change } = control
  const pinned = settings.pinned.includes(id)
  const Pin = pinned ? IconPinFilled : IconPin
  const place = settings.order.indexOf(id)
  return (
    <li className={classes.line}>
      <Checkbox
        className={classes.choice}
        label={title}
        checked={!settings.hidden.includes(id)}
        disabled={required}
        onChange={() => change(toggleHidden(settings, id))}
      />
      <IconAction
        label={`Выше: ${title}`}
        size={22}
        ability={place > 0 || 'Это первый столбец'}
        onClick={() => change(moveColumn(settings, id, -1))}
      >
        <IconChevronUp size={14} />
      </IconAction>
      <IconAction
        label={`Ниже: ${title}`}
        size={22}
        ability={place < settings.order.length - 1 || 'Это последний столбец'}
        onClick={() => change(moveColumn(settings, id, 1))}
      >
        <IconChevronDown size={14} />
      </IconAction>
      <IconAction
        label={pinned ? `Открепить: ${title}` : `Закрепить слева: ${title}`}
        size={22}
        aria-pressed={pinned}
        onClick={() => change(togglePinned(settings, id))}
      >
        <Pin size={14} />
      </IconAction>
    </li>
  )
}

export interface ColumnsMenuProps<Row extends TableRow> {
  columns: ReadonlyMap<string, DataColumn<Row>>
  control: ColumnControl
}

const DENSITIES: { value: Density; label: string }[] = [
  { value: 'normal', label: 'Обычно' },
  { value: 'compact', label: 'Компактно' },
]

/** Chooses which columns are shown, their order and the height of the rows. */
export function ColumnChoice<Row extends TableRow>({ columns, control }: ColumnsMenuProps<Row>) {
  const { settings, change, reset } = control
  return (
    <>
      <ul className={classes.list}>
        {settings.order.map((id) => {
          const column = columns.get(id)
          return column && <ColumnLine key={id} column={column} control={control} />
        })}
      </ul>
      <div className={classes.foot}>
        <SegmentedControl
          size="xs"
          aria-label="Высота строк"
          data={DENSITIES}
          value={settings.density}
          onChange={(density) => change({ ...settings, density })}
        />
        <Button variant="subtle" size="compact-xs" onClick={reset}>
          Сбросить
        </Button>
      </div>
    </>
  )
}
