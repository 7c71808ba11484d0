import { registry } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
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
const NO_COLUMNS: Possible = []

interface RegistryColumns {
  possible: Possible
  control: ColumnControl
  /**
   * What has failed to load, without which nothing is shown: there are no other columns, and a change of the usual ones
   * would replace the person's own.
   */
  failed: UseQueryResult | undefined
}

/** The choice, order, width and pins of the registry's columns, stored by its own calls (api.md, "Registry"). */
export function useRegistryColumns(): RegistryColumns {
  const client = useQueryClient()
  const offered = useQuery(possibleColumnsQuery)
  const chosen = useQuery(selfColumnsQuery)
  const { data: possible = NO_COLUMNS } = offered
  const { data: own } = chosen
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
  const failed = [offered, chosen].find((one) => one.data === undefined && one.error !== null)
  const isReady = failed !== undefined || (own !== undefined && possible.length > 0)
  return { possible, failed, control: { settings, change, reset: () => change(defaultSettings(usual)), isReady } }
}
