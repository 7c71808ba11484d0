import { registry } from '@vypusk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { call } from '../../api/client.ts'
import { useLateSave } from '../../api/late-send.ts'
import type { ValuesOf } from '../../components/kit/list-state/codecs.ts'
import type { ListState } from '../../components/kit/list-state/useListState.ts'
import { SELF, selfFiltersQuery, unsavedFilters } from './api.ts'
import type { Schema } from './filters.ts'

const NONE: number[] = []

/**
 * Stores the companies a person works with on the server: an address without filters restores them, an address with
 * filters takes precedence.
 */
export function useKeptCompanies<Key extends string>(list: ListState<Schema, Key>): ListState<Schema, Key> {
  const client = useQueryClient()
  const { data } = useQuery(selfFiltersQuery)
  const isRestored = useRef(list.isFiltered)
  const { setValues, reset } = list
  const save = useLateSave({
    unsaved: unsavedFilters,
    name: SELF,
    queryKey: selfFiltersQuery.queryKey,
    send: (body) => call(registry.updateSelfFilters, { body, keepalive: true }),
  })

  useEffect(() => {
    if (isRestored.current || !data) return
    isRestored.current = true
    if (data.company_ids.length > 0) setValues({ company_ids: data.company_ids }, 'typing')
  }, [data, setValues])

  return useMemo(() => {
    const keep = (company_ids: number[]) => {
      client.setQueryData(selfFiltersQuery.queryKey, { company_ids })
      save({ company_ids })
    }
    return {
      ...list,
      setValues: (change: Partial<ValuesOf<Schema>>, how?: 'typing') => {
        setValues(change, how)
        if (change.company_ids) keep(change.company_ids)
      },
      reset: () => {
        reset()
        keep(NONE)
      },
    }
  }, [list, client, save, setValues, reset])
}
