import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import type { Schema, ValuesOf } from '../list-state/codecs.ts'
import type { ListState } from '../list-state/useListState.ts'
import classes from './FilterBar.module.css'
import { ManyFilter } from './ManyFilter.tsx'
import { QuickSets } from './QuickSets.tsx'
import { RangeFilter } from './RangeFilter.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { FilterDefinition, QuickSet, SearchName } from './types.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'

export interface FilterBarProps<S extends Schema> {
  /** Name under which the person's own sets are stored; the same as the table's. */
  page: string
  list: ListState<S>
  search?: { name: SearchName<S>; placeholder: string }
  filters: readonly FilterDefinition<S>[]
  /** The first one is usually «Все» with no values. */
  sets?: readonly QuickSet<S>[]
  /** Anything else that narrows the list down, such as a switch of views. */
  children?: ReactNode
}

interface OneFilterProps<S extends Schema> {
  filter: FilterDefinition<S>
  list: ListState<S>
}

function OneFilter<S extends Schema>({ filter, list }: OneFilterProps<S>) {
  const set = (values: Record<string, unknown>) => list.setValues(values as Partial<ValuesOf<S>>)
  const values: Record<string, unknown> = list.values
  if (filter.kind === 'many') {
    return (
      <ManyFilter
        label={filter.label}
        options={filter.options}
        value={values[filter.name] as number[]}
        onChange={(chosen) => set({ [filter.name]: chosen })}
      />
    )
  }
  return (
    <RangeFilter
      label={filter.label}
      value={{ from: values[filter.from] as string | null, to: values[filter.to] as string | null }}
      onChange={({ from, to }) => set({ [filter.from]: from, [filter.to]: to })}
    />
  )
}

/** Up to this many filters are always shown on a phone. */
const FEW = 2

function isOn<S extends Schema>(filter: FilterDefinition<S>, list: ListState<S>): boolean {
  const values: Record<string, unknown> = list.values
  if (filter.kind === 'many') return (values[filter.name] as number[]).length > 0
  return values[filter.from] !== null || values[filter.to] !== null
}

/**
 * On a phone, filters that are not set are hidden until the person opens them, because the list itself matters more.
 */
function useFolded<S extends Schema>(filters: readonly FilterDefinition<S>[], list: ListState<S>) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const mayFold = useIsPhone() && filters.length > FEW
  const shown = mayFold && !isOpen ? filters.filter((filter) => isOn(filter, list)) : filters
  return { shown, toggle: mayFold ? toggle : null, isOpen }
}

function Bar<S extends Schema>({ page, list, search, filters, sets, children }: FilterBarProps<S>) {
  const { shown, toggle, isOpen } = useFolded(filters, list)
  return (
    <>
      {sets && <QuickSets page={page} list={list} sets={sets} />}
      <div className={classes.bar} role="search" aria-label="Фильтры">
        {search && (
          <SearchBox
            value={String(list.values[search.name])}
            placeholder={search.placeholder}
            onChange={(text) => list.setValues({ [search.name]: text } as Partial<ValuesOf<S>>, 'typing')}
          />
        )}
        {toggle && (
          <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={toggle}>
            <IconAdjustmentsHorizontal size={14} aria-hidden />
            Фильтры
          </button>
        )}
        {shown.map((filter) => (
          <OneFilter key={filter.label} filter={filter} list={list} />
        ))}
        {children}
        {list.isFiltered && (
          <UnstyledButton className={classes.reset} onClick={list.reset}>
            Сбросить
          </UnstyledButton>
        )}
      </div>
    </>
  )
}

/** The filters of every list screen, all of them stored in the address. Memoized: rows that arrive do not concern them. */
export const FilterBar = memo(Bar) as typeof Bar
