import { Popover, UnstyledButton } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { later, usePart } from '../../feedback/later.ts'
import type { ColumnsMenuProps } from './ColumnChoice.tsx'
import classes from './ColumnsMenu.module.css'
import type { TableRow } from '../types.ts'

const choice = later(() => import('./ColumnChoice.tsx'))

/** Shows, orders and pins columns by mouse or keyboard; columns can also be ordered by dragging their headings. */
export function ColumnsMenu<Row extends TableRow>(props: ColumnsMenuProps<Row>) {
  const [opened, setOpened] = useState(false)
  const loaded = usePart(choice, opened)
  return (
    <Popover opened={opened && loaded !== null} onChange={setOpened} position="top-start" width={300} trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.opener} onClick={() => setOpened(!opened)}>
          <IconAdjustmentsHorizontal size={15} aria-hidden />
          Столбцы
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label="Столбцы">
        {loaded && <loaded.ColumnChoice {...props} />}
      </Popover.Dropdown>
    </Popover>
  )
}
