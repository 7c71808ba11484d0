import type { ReplyOf, versions } from '@vypusk/contract'
import { useMemo } from 'react'
import { GridTable, type GridContent, type GridFrame } from '../../../components/kit/grid-window/GridTable.tsx'
import { fullNames } from '../../../components/shared/marks/full-names.ts'
import { VersionLink, VersionWords } from './VersionWords.tsx'
import classes from './VersionsPage.module.css'
import { COLUMN, placeOf, rowHeights } from '../version-matrix.ts'
import quiet from '../../../ui/quiet.module.css'

type VersionsMap = ReplyOf<typeof versions.list>

const FRAME: GridFrame = {
  label: 'Версии у компаний',
  place: 'versions',
  corner: 'Компания',
  looks: { scroll: classes.frame, table: classes.table, headWidth: classes.companyWidth },
}

const ModuleHead = ({ namemod, newest }: Pick<versions.VersionModule, 'namemod' | 'newest'>) => (
  <>
    {namemod}
    {newest && (
      <div className={quiet.note}>
        последняя <VersionLink {...newest} />
      </div>
    )}
  </>
)

function contentOf({ companies, modules, versions: all }: VersionsMap): GridContent {
  const byPlace = new Map(all.map((version) => [placeOf(version.idcomp, version.idmod), version]))
  const nameOf = fullNames(companies)
  return {
    rowHead: (row) => {
      const company = companies[row]
      const name = company && nameOf(company)
      return { key: company?.idcomp ?? row, title: name, content: <div className={classes.name}>{name}</div> }
    },
    columnHead: (column) => {
      const module = modules[column]
      return { key: module?.idmod ?? column, title: module?.system, content: module && <ModuleHead {...module} /> }
    },
    cell: (row, column) => {
      const version = byPlace.get(placeOf(companies[row]?.idcomp ?? 0, modules[column]?.idmod ?? 0))
      return version ? <VersionWords version={version} /> : <span className={quiet.note}>–</span>
    },
  }
}

/** Companies × modules, with the version of each. A large map is drawn only where it is in sight. */
export function VersionMatrix({ map }: { map: VersionsMap }) {
  const content = useMemo(() => contentOf(map), [map])
  const heights = useMemo(() => rowHeights(map.companies, map.versions), [map])
  const widths = useMemo(() => map.modules.map(() => COLUMN), [map])
  return <GridTable {...FRAME} {...content} heights={heights} widths={widths} />
}
