import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { COUNTS, ORDERS } from './order.ts'
import classes from './Planning.module.css'
import { ZOOMS } from './scale.ts'
import type { Options } from './useOptions.ts'

const COUNT_OPTIONS = COUNTS.map((value) => ({ value, label: value === 'all' ? 'все' : value }))
const ZOOM_OPTIONS = ZOOMS.map(({ value, label }) => ({ value, label }))

interface ToolbarProps {
  options: Options
  onToday: () => void
}

/** The number of releases, their order, and the scale. */
export const Toolbar = ({ options: { count, order, zoom, withBacklog, set }, onToday }: ToolbarProps) => (
  <div className={classes.tools}>
    <div className={classes.tool}>
      <span aria-hidden="true">Показать</span>
      <NativeSelect
        size="xs"
        aria-label="Сколько показать"
        data={COUNT_OPTIONS}
        value={count}
        onChange={(event) => set({ count: event.currentTarget.value })}
      />
    </div>
    <div className={classes.tool}>
      <span aria-hidden="true">Порядок</span>
      <NativeSelect
        size="xs"
        aria-label="Порядок"
        data={[...ORDERS]}
        value={order}
        onChange={(event) => set({ order: event.currentTarget.value })}
      />
    </div>
    <SegmentedControl
      size="xs"
      aria-label="Масштаб"
      data={ZOOM_OPTIONS}
      value={zoom}
      onChange={(value) => set({ zoom: value })}
    />
    <Button size="compact-sm" variant="default" onClick={onToday}>
      Сегодня
    </Button>
    <Button
      size="compact-sm"
      variant={withBacklog ? 'light' : 'default'}
      aria-pressed={withBacklog}
      onClick={() => set({ backlog: withBacklog ? undefined : '1' })}
    >
      Бэклог
    </Button>
  </div>
)
