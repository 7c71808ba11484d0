import { Switch } from '@mantine/core'
import type { agreements } from '@vypusk/contract'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { Grouping } from '../../components/kit/data-table/types.ts'
import type { Search } from '../../components/kit/list-state/search.ts'
import { RouteAnchor } from '../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../paths.ts'
import classes from './agreements.module.css'

/** Groups agreements by release. */
export const byRelease: Grouping<agreements.AgreementRow> = {
  key: ({ release_id }) => release_id,
  heading: ({ release_id, details }) => (
    <RouteAnchor to={paths.release} params={{ releaseID: String(release_id) }} inherit className={classes.groupTitle}>
      {details.title}
    </RouteAnchor>
  ),
}

/** Returns whether the address asks for groups. */
export const useGrouped = (): boolean =>
  useRouterState({ select: ({ location }) => location.search['group_by'] === 'release' })

export function GroupSwitch({ isGrouped }: { isGrouped: boolean }) {
  const navigate = useNavigate()
  const group = (wanted: boolean) => {
    const search = (before: Search) => ({ ...before, group_by: wanted ? 'release' : undefined, page: undefined })
    void navigate({ to: '.', search, resetScroll: false })
  }
  return (
    <Switch size="xs" label="По релизам" checked={isGrouped} onChange={(event) => group(event.currentTarget.checked)} />
  )
}
