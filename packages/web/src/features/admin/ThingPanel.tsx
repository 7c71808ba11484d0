import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { TableState } from '../../components/kit/data-table/states.tsx'
import classes from './admin.module.css'

interface ThingPanelProps<Thing> {
  result: { data: Thing | undefined; error: unknown }
  children: (thing: Thing) => ReactNode
}

/**
 * The panel for one thing beside a list: a placeholder while it loads, the reason when it is not found, or the thing.
 */
export function ThingPanel<Thing>({ result: { data, error }, children }: ThingPanelProps<Thing>) {
  if (error) return <TableState title={sentenceOf(error)}>Возможно, ссылка устарела.</TableState>
  if (data === undefined) {
    return (
      <Stack gap="sm" role="status" aria-label="Загрузка" aria-busy>
        <Skeleton height={20} width="60%" />
        <Skeleton height={160} />
      </Stack>
    )
  }
  return <article className={classes.stack}>{children(data)}</article>
}
