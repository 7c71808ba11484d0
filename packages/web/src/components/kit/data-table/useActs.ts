import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useKeys } from '../../../ui/useKeys.ts'
import { actsAtHand } from '../acts/acts.ts'
import type { Acts } from '../acts/acts.ts'
import type { TableRow } from './types.ts'
import type { TableView } from './useTableView.ts'

const nothing = () => null

/**
 * Offers the actions for the marked rows, or else for the open row, or else for the row that has the focus: by single
 * keys here, and by name in Ctrl+K.
 */
export function useActs<Row extends TableRow>(view: TableView<Row>, body: RefObject<HTMLElement | null>): void {
  const { rows, marked, clear, keys, props } = view
  const { acts, list } = props
  const held = () => (body.current?.contains(document.activeElement) ? rows[keys.activeIndex]?.id : undefined)
  const idsAtHand = (): number[] => {
    if (marked.length > 0) return marked
    const one = list.open ?? held()
    return one === undefined ? [] : [one]
  }
  const find = (): Acts | null => {
    const ids = idsAtHand()
    if (!acts || ids.length === 0) return null
    return acts(
      ids,
      rows.filter(({ id }) => ids.includes(id)),
      clear,
    )
  }
  const current = useRef<() => Acts | null>(nothing)
  useEffect(() => {
    current.current = find
  })
  const isOffered = acts !== undefined
  useEffect(() => {
    if (!isOffered) return undefined
    actsAtHand.set(() => current.current())
    return () => actsAtHand.set(nothing)
  }, [isOffered])
  const press = (code: string) => (event: KeyboardEvent) => {
    const act = find()?.acts.find(({ codes }) => codes.includes(code))
    if (!act) return
    event.preventDefault()
    act.act()
  }
  const codes = acts ? acts([], [], clear).acts.flatMap((act) => act.codes) : []
  useKeys(Object.fromEntries(codes.map((code) => [code, press(code)])), isOffered)
}
