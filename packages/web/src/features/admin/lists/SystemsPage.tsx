import type { adminLists } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState, TableState } from '../../../components/kit/data-table/states.tsx'
import { Page } from '../../../components/shared/page/Page.tsx'
import { companiesCount } from '../../../components/shared/company/texts.ts'
import { countOf } from '../../../ui/plural.ts'
import { Section } from '../../../ui/Section.tsx'
import { ItemList } from './ItemList.tsx'
import { systemsQuery } from './api.ts'
import classes from './lists.module.css'
import { WaitingLists } from './WaitingLists.tsx'

const MODULES = ['модуль', 'модуля', 'модулей'] as const

const usedBy = ({ uses }: adminLists.Item) => (uses > 0 ? companiesCount(uses) : 'никто не использует')

/** Systems on the left, and the modules of the chosen one beside them. */
export function SystemsPage() {
  const { data, error, refetch } = useQuery(systemsQuery)
  const [chosen, setChosen] = useState<number | null>(null)
  const systems = data?.systems ?? []
  const system = systems.find(({ id }) => id === chosen) ?? systems[0]
  const open = (item: adminLists.Item) => (
    <button
      type="button"
      className={classes.open}
      aria-pressed={item.id === system?.id}
      aria-label={`${countOf(item.uses, MODULES)}: ${item.name}`}
      onClick={() => setChosen(item.id)}
    >
      {countOf(item.uses, MODULES)}
    </button>
  )
  return (
    <Page title="Системы и модули" aside={data && countOf(systems.length, ['система', 'системы', 'систем'])}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <WaitingLists />}
      {data && (
        <div className={classes.columns} data-place="systems">
          <Section title="Системы" level={2}>
            <ItemList list="system" label="Системы" addLabel="Новая система" items={systems} aside={open} />
          </Section>
          {system ? (
            <Section key={system.id} title={`Модули: ${system.name}`} aside={system.modules.length} level={2}>
              <ItemList
                list="module"
                idsys={system.id}
                label={`Модули: ${system.name}`}
                addLabel="Новый модуль"
                items={system.modules}
                aside={usedBy}
              />
              <p className={classes.note}>
                Скрытый модуль нельзя выбрать в новой заявке и релизе. Заявки и релизы, где он уже есть, остаются.
              </p>
            </Section>
          ) : (
            <TableState title="Систем ещё нет">Добавьте систему, затем её модули.</TableState>
          )}
        </div>
      )}
    </Page>
  )
}
