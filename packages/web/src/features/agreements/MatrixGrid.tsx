import { decodeName } from '@vypusk/contract'
import type { agreements, Company, ReplyOf } from '@vypusk/contract'
import { useMemo, useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import { useGridWindow } from '../../components/kit/grid-window/useGridWindow.ts'
import type { Piece } from '../../components/kit/grid-window/useGridWindow.ts'
import { RouteAnchor } from '../../components/kit/link/RouteLinks.tsx'
import { shortNames } from '../../components/shared/marks/short-names.ts'
import { paths } from '../../paths.ts'
import { formatDay } from '../../ui/dates.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import classes from './Matrix.module.css'
import { columnWidths, placeOf, rowHeights } from './matrix.ts'
import { MatrixCell } from './MatrixCell.tsx'

type Matrix = ReplyOf<typeof agreements.matrix>

/** Sorts companies by the names the columns show, which leave out the legal form. */
const inOrder = (companies: Matrix['companies'], names: Map<number, string>) =>
  companies.toSorted((a, b) => (names.get(a.idcomp) ?? '').localeCompare(names.get(b.idcomp) ?? '', 'ru'))

const ReleaseHead = ({ id, title, plan_date, agreed, expected }: agreements.MatrixRelease) => (
  <th scope="row" aria-colindex={1} className={classes.release}>
    <RouteAnchor to={paths.release} params={{ releaseID: String(id) }} className={classes.title} title={title}>
      {title}
    </RouteAnchor>
    <span className={classes.counts}>
      {agreed} из {expected} · план {formatDay(plan_date)}
    </span>
  </th>
)

/** The place of rows or columns that are not drawn. */
const gapKey = (place: number) => `gap ${place}`

/** The matrix as it is drawn: its columns in order, and its cells by their places. */
interface Drawn {
  companies: readonly Company[]
  names: Map<number, string>
  placed: Map<string, agreements.MatrixCell>
  columns: readonly Piece[]
}

function Head({ companies, names, columns }: Drawn) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" aria-colindex={1} className={classes.corner}>
          Релиз
        </th>
        {columns.map((piece, place) => {
          if ('gap' in piece) return <Gap key={gapKey(place)} />
          const company = companies[piece.index]
          return (
            company && (
              <th
                key={company.idcomp}
                scope="col"
                aria-colindex={piece.index + 2}
                className={classes.company}
                title={decodeName(company.namecomp)}
              >
                <span className={classes.name}>{names.get(company.idcomp)}</span>
              </th>
            )
          )
        })}
      </tr>
    </thead>
  )
}

/** An empty space, hidden from everybody. */
const Gap = () => <td className={classes.gap} aria-hidden="true" />

interface RowProps extends Drawn {
  release: agreements.MatrixRelease
  index: number
  height: number | undefined
}

function Row({ release, index, height, companies, names, placed, columns }: RowProps) {
  return (
    <tr aria-rowindex={index + 2} data-row={index} style={{ height }}>
      <ReleaseHead {...release} />
      {columns.map((piece, place) => {
        if ('gap' in piece) return <Gap key={gapKey(place)} />
        const company = companies[piece.index]
        if (!company) return null
        const cell = placed.get(placeOf(release.id, company.idcomp))
        const of = `${release.title}, ${names.get(company.idcomp)}`
        return (
          <td key={company.idcomp} aria-colindex={piece.index + 2} data-column={piece.index} className={classes.place}>
            {cell && <MatrixCell cell={cell} plan_date={release.plan_date} of={of} />}
          </td>
        )
      })}
    </tr>
  )
}

/** The number that an element around the focused one has been given; −1 when there is none. */
const numberAround = (target: Element, name: 'row' | 'column') =>
  Number(target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] ?? -1)

/** Which row and column have the focus: they stay drawn, or the focus would be lost with them. */
function useHeld() {
  const [held, setHeld] = useState({ row: -1, column: -1 })
  const onFocus = ({ target }: FocusEvent) =>
    setHeld({ row: numberAround(target, 'row'), column: numberAround(target, 'column') })
  return { held, onFocus }
}

/** In a table that is drawn in part, the columns have the widths that the gaps are counted with. */
const Columns = ({ columns, widths }: { columns: readonly Piece[]; widths: readonly number[] }) => (
  <colgroup>
    <col className={classes.head} />
    {columns.map((piece, place) => (
      <col
        key={'gap' in piece ? gapKey(place) : piece.index}
        style={{ width: 'gap' in piece ? piece.gap : widths[piece.index] }}
      />
    ))}
  </colgroup>
)

/** The table of the matrix. A large one is drawn only where it is in sight. */
export function MatrixGrid({ matrix: { releases, companies: all, cells } }: { matrix: Matrix }) {
  const scroll = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  const names = useMemo(() => shortNames(all), [all])
  const companies = useMemo(() => inOrder(all, names), [all, names])
  const placed = useMemo(() => new Map(cells.map((cell) => [placeOf(cell.release_id, cell.company_id), cell])), [cells])
  const heights = useMemo(() => rowHeights(releases, cells, isPhone), [releases, cells, isPhone])
  const widths = useMemo(() => columnWidths(companies, cells), [companies, cells])
  const { held, onFocus } = useHeld()
  const { rows, columns, isPart } = useGridWindow(
    scroll,
    { sizes: heights, held: held.row },
    { sizes: widths, held: held.column },
  )
  const drawn = { companies, names, placed, columns }
  return (
    <div ref={scroll} className={classes.scroll} data-place="matrix" data-paper="table" onFocus={onFocus}>
      <table
        className={classes.table}
        aria-label="Релизы и компании"
        aria-rowcount={releases.length + 1}
        aria-colcount={companies.length + 1}
        data-part={isPart || undefined}
      >
        {isPart && <Columns columns={columns} widths={widths} />}
        <Head {...drawn} />
        <tbody>
          {rows.map((piece, place) => {
            if ('gap' in piece) return <tr key={gapKey(place)} aria-hidden="true" style={{ height: piece.gap }} />
            const release = releases[piece.index]
            const height = isPart ? heights[piece.index] : undefined
            return release && <Row key={release.id} release={release} index={piece.index} height={height} {...drawn} />
          })}
        </tbody>
      </table>
    </div>
  )
}
