import type { auth, BodyInput } from '@vypusk/contract'
import { useEffect, useMemo, useRef } from 'react'
import { usePageSettings } from '../../../api/settings.ts'
import type { ValuesOf } from '../../../components/kit/list-state/codecs.ts'
import type { ListState } from '../../../components/kit/list-state/useListState.ts'
import type { Schema } from './filters.ts'

/** The brief's settings of the page (section 3, User). */
interface ReleasesPageSettings extends Record<string, number[]> {
  selectedSystems: number[]
  selectedModules: number[]
  selectedSteps: number[]
}
type Values = ValuesOf<Schema>
type Settings = BodyInput<typeof auth.saveSettings>['pageSettings']

const EMPTY: number[] = []

/**
 * Stores the systems, modules and steps chosen last in the person's `ReleasesPage` settings, and the companies in
 * `CompaniesChoice`: an address without filters restores them, an address with filters takes precedence.
 */
export function useKeptFilters<Key extends string>(list: ListState<Schema, Key>): ListState<Schema, Key> {
  const [page, savePage, isKnown] = usePageSettings<ReleasesPageSettings & Settings>('ReleasesPage')
  const [companies, saveCompanies] = usePageSettings<number[]>('CompaniesChoice')
  const isRestored = useRef(list.isFiltered)
  const { setValues, reset, values } = list

  useEffect(() => {
    if (isRestored.current || !isKnown) return
    isRestored.current = true
    const kept = {
      systems: page?.selectedSystems ?? EMPTY,
      modules: page?.selectedModules ?? EMPTY,
      steps: page?.selectedSteps ?? EMPTY,
      companies: companies ?? EMPTY,
    }
    if (Object.values(kept).some((ids) => ids.length > 0)) setValues(kept, 'typing')
  }, [isKnown, page, companies, setValues])

  return useMemo(() => {
    const keep = (next: Pick<Values, 'systems' | 'modules' | 'steps' | 'companies'>) => {
      savePage({ selectedSystems: next.systems, selectedModules: next.modules, selectedSteps: next.steps })
      saveCompanies(next.companies)
    }
    return {
      ...list,
      setValues: (change: Partial<Values>, how?: 'typing') => {
        setValues(change, how)
        if (how !== 'typing') keep({ ...values, ...change })
      },
      reset: () => {
        reset()
        keep({ systems: EMPTY, modules: EMPTY, steps: EMPTY, companies: EMPTY })
      },
    }
  }, [list, values, setValues, reset, savePage, saveCompanies])
}
