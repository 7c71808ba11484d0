import { useMemo } from 'react'
import { usePageSettings } from '../../../../api/settings.ts'
import { defaultSettings, mergeSettings } from './column-settings.ts'
import type { ColumnControl, ColumnSettings, DataColumn, TableRow } from '../types.ts'

/**
 * The choice, order, width and pins of a table's columns, stored for the person on the server.
 * @param page the name they are stored under
 */
export function useColumnSettings<Row extends TableRow>(
  page: string,
  columns: readonly DataColumn<Row>[],
): ColumnControl {
  const [saved, save, isReady] = usePageSettings<ColumnSettings>(page)
  const settings = useMemo(() => mergeSettings(columns, saved), [columns, saved])
  return { settings, change: save, reset: () => save(defaultSettings(columns)), isReady }
}
