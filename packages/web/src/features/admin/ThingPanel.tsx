import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import classes from './admin.module.css'

interface ThingPanelProps<Thing> {
  result: { data: Thing | undefined; error: unknown; refetch: () => unknown }
  /** Names what failed to load: «Компания не загрузилась». */
  failed: string
  children: (thing: Thing) => ReactNode
}

const Loading = () => (
  <Stack gap="sm" role="status" aria-label="Загрузка" aria-busy>
    <Skeleton height={20} width="60%" />
    <Skeleton height={160} />
  </Stack>
)

/**
 * The panel for one thing beside a list: a placeholder while it loads, the reason when it is not found, or the thing.
 */
export const ThingPanel = <Thing,>({ children, ...loaded }: ThingPanelProps<Thing>) => (
  <Loaded {...loaded} missing="Возможно, ссылка устарела." loading={<Loading />}>
    {(thing) => <article className={classes.stack}>{children(thing)}</article>}
  </Loaded>
)
