import { registry } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/client.ts'
import { useLateSave } from '../../api/late-send.ts'
import { defaultSettings } from '../../components/kit/data-table/columns/column-settings.ts'
import type { ColumnControl, ColumnSettings } from '../../components/kit/data-table/types.ts'
import { possibleColumnsQuery, SELF, selfColumnsQuery, unsavedColumns } from './api.ts'

type Own = ReplyOf<typeof registry.selfColumns>
type Possible = readonly registry.PossibleColumn[]

/** Converts the registry's settings to those of the table. */
export const settingsOf = ({ columns, density }: Own, possible: Possible): ColumnSettings => {
  const usual = new Map(possible.map(({ key, defaultWidth }) => [key, defaultWidth]))
  return {
    order: columns.map(({ key }) => key),
    hidden: columns.flatMap(({ key, visible }) => (visible ? [] : [key])),
    pinned: columns.flatMap(({ key, pinned }) => (pinned ? [key] : [])),
    widths: Object.fromEntries(
      columns.flatMap(({ key, width }) => (usual.get(key) === width ? [] : [[key, width] as const])),
    ),
    density,
  }
}

/** Converts the table's settings back to the registry's. */
export const ownOf = (settings: ColumnSettings, possible: Possible): Own => ({
  density: settings.density,
  columns: settings.order.flatMap((key, order) => {
    const column = possible.find((one) => one.key === key)
    if (!column) return []
    const width = Math.round(settings.widths[key] ?? column.defaultWidth)
    return [{ key, order, width, visible: !settings.hidden.includes(key), pinned: settings.pinned.includes(key) }]
  }),
})

const NOTHING: ColumnSettings = defaultSettings([])

/** The choice, order, width and pins of the registry's columns, stored by its own calls (api.md, "Registry"). */
export function useRegistryColumns(): { possible: Possible; control: ColumnControl } {
  const client = useQueryClient()
  const { data: possible = [] } = useQuery(possibleColumnsQuery)
  const { data: own } = useQuery(selfColumnsQuery)
  const save = useLateSave<Own>({
    unsaved: unsavedColumns,
    name: SELF,
    queryKey: selfColumnsQuery.queryKey,
    send: (body) => call(registry.updateSelfColumns, { body, keepalive: true }),
  })
  const settings = useMemo(() => (own ? settingsOf(own, possible) : NOTHING), [own, possible])
  const change = (next: ColumnSettings) => {
    const body = ownOf(next, possible)
    client.setQueryData(selfColumnsQuery.queryKey, body)
    save(body)
  }
  const usual = possible.map(({ key, defaultVisible }) => ({
    id: key,
    extra: !defaultVisible,
    pinned: key === 'number' || key === 'title',
  }))
  const isReady = own !== undefined && possible.length > 0
  return { possible, control: { settings, change, reset: () => change(defaultSettings(usual)), isReady } }
}
