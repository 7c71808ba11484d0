import { SegmentedControl } from '@mantine/core'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { Search } from './search.ts'

/** The ways a page can show one filtered set; the first needs no place in the address. */
export type Views<Value extends string> = readonly [View<Value>, ...View<Value>[]]
interface View<Value extends string> {
  value: Value
  label: string
}

/** Which of them the address asks for. */
export function useView<Value extends string>(views: Views<Value>): Value {
  const viewInAddress = useRouterState({ select: ({ location }): string | undefined => location.search['view'] })
  return (views.find(({ value }) => value === viewInAddress) ?? views[0]).value
}

interface ViewSwitchProps<Value extends string> {
  /** A constant. */
  views: Views<Value>
  view: Value
}

/** Changes the view and nothing of the filters: a link shows a colleague the same. */
export function ViewSwitch<Value extends string>({ views, view }: ViewSwitchProps<Value>) {
  const navigate = useNavigate()
  const show = (next: Value) => {
    const viewInAddress = next === views[0].value ? undefined : next
    const search = (before: Search) => ({ ...before, view: viewInAddress, page: undefined, open: undefined })
    void navigate({ to: '.', search, resetScroll: false })
  }
  return <SegmentedControl<Value> size="xs" aria-label="Вид" data={[...views]} value={view} onChange={show} />
}
