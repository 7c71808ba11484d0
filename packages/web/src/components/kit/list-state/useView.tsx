import { SegmentedControl } from '@mantine/core'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { Search } from './search.ts'

/** The views in which a page can show a filtered set; the first is left out of the address. */
export type Views<Value extends string> = readonly [View<Value>, ...View<Value>[]]
interface View<Value extends string> {
  value: Value
  label: string
}

/** Returns the view named in the address. */
export function useView<Value extends string>(views: Views<Value>): Value {
  const viewInAddress = useRouterState({ select: ({ location }): string | undefined => location.search['view'] })
  return (views.find(({ value }) => value === viewInAddress) ?? views[0]).value
}

interface ViewSwitchProps<Value extends string> {
  /** Has to be constant. */
  views: Views<Value>
  view: Value
}

/** Changes the view and keeps the filters; both are part of a link sent to a colleague. */
export function ViewSwitch<Value extends string>({ views, view }: ViewSwitchProps<Value>) {
  const navigate = useNavigate()
  const show = (next: Value) => {
    const viewInAddress = next === views[0].value ? undefined : next
    const search = (before: Search) => ({ ...before, view: viewInAddress, page: undefined, open: undefined })
    void navigate({ to: '.', search, resetScroll: false })
  }
  return <SegmentedControl<Value> size="xs" aria-label="Вид" data={[...views]} value={view} onChange={show} />
}
