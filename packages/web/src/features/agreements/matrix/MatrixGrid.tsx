import { decodeName } from '@vypusk/contract'
import type { agreements, ReplyOf } from '@vypusk/contract'
import { useMemo } from 'react'
import { GridTable, type GridContent, type GridFrame } from '../../../components/kit/grid-window/GridTable.tsx'
import { RouteAnchor } from '../../../components/kit/link/RouteLinks.tsx'
import { shortNames } from '../../../components/shared/marks/short-names.ts'
import { paths } from '../../../paths.ts'
import { formatDay } from '../../../ui/dates.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import classes from './Matrix.module.css'
import { columnWidths, placeOf, rowHeights } from './matrix.ts'
import { MatrixCell } from './MatrixCell.tsx'

type Matrix = ReplyOf<typeof agreements.matrix>

const FRAME: GridFrame = {
  label: 'Релизы и компании',
  place: 'matrix',
  corner: 'Релиз',
  looks: {
    scroll: classes.scroll,
    table: classes.table,
    headWidth: classes.head,
    corner: classes.corner,
    rowHead: classes.release,
    columnHead: classes.company,
    cell: classes.place,
  },
}

/** Sorts companies by the names the columns show, which leave out the legal form. */
const inOrder = (companies: Matrix['companies'], names: Map<number, string>) =>
  companies.toSorted((a, b) => (names.get(a.idcomp) ?? '').localeCompare(names.get(b.idcomp) ?? '', 'ru'))

const ReleaseHead = ({ id, title, plan_date, agreed, expected }: agreements.MatrixRelease) => (
  <>
    <RouteAnchor to={paths.release} params={{ releaseID: String(id) }} className={classes.title} title={title}>
      {title}
    </RouteAnchor>
    <span className={classes.counts}>
      {agreed} из {expected} · план {formatDay(plan_date)}
    </span>
  </>
)

interface Placed {
  releases: Matrix['releases']
  companies: Matrix['companies']
  names: Map<number, string>
  cells: Matrix['cells']
}

function contentOf({ releases, companies, names, cells }: Placed): GridContent {
  const placed = new Map(cells.map((cell) => [placeOf(cell.release_id, cell.company_id), cell]))
  return {
    rowHead: (row) => {
      const release = releases[row]
      return { key: release?.id ?? row, content: release && <ReleaseHead {...release} /> }
    },
    columnHead: (column) => {
      const { idcomp = column, namecomp = '' } = companies[column] ?? {}
      const content = <span className={classes.name}>{names.get(idcomp)}</span>
      return { key: idcomp, title: decodeName(namecomp), content }
    },
    cell: (row, column) => {
      const [release, company] = [releases[row], companies[column]]
      const cell = release && company && placed.get(placeOf(release.id, company.idcomp))
      if (!cell) return null
      const of = `${release.title}, ${names.get(company.idcomp)}`
      return <MatrixCell cell={cell} plan_date={release.plan_date} of={of} />
    },
  }
}

/** The table of the matrix. A large one is drawn only where it is in sight. */
export function MatrixGrid({ matrix: { releases, companies: all, cells } }: { matrix: Matrix }) {
  const isPhone = useIsPhone()
  const names = useMemo(() => shortNames(all), [all])
  const companies = useMemo(() => inOrder(all, names), [all, names])
  const heights = useMemo(() => rowHeights(releases, cells, isPhone), [releases, cells, isPhone])
  const widths = useMemo(() => columnWidths(companies, cells), [companies, cells])
  const content = useMemo(() => contentOf({ releases, companies, names, cells }), [releases, companies, names, cells])
  return <GridTable {...FRAME} {...content} heights={heights} widths={widths} />
}
