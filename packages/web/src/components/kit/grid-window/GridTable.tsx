import { useRef } from 'react'
import type { ReactNode } from 'react'
import classes from './GridTable.module.css'
import { useGridWindow } from './useGridWindow.ts'
import type { Piece } from './useGridWindow.ts'
import { useHeld } from './useHeld.ts'
import { walkedByArrows } from './walk.ts'

/** The head of a row or of a column. */
interface Heading {
  key: number
  title?: string | undefined
  content: ReactNode
}

/** What is in the table, by the indexes of rows and columns. */
export interface GridContent {
  rowHead: (row: number) => Heading
  columnHead: (column: number) => Heading
  cell: (row: number, column: number) => ReactNode
}

/** What is the same whatever is in the table. */
export interface GridFrame {
  label: string
  /** Its name for those who look for it on the page, such as printing. */
  place: string
  corner: ReactNode
  /** The classes of its parts. */
  looks: Partial<Record<'scroll' | 'table' | 'headWidth' | 'corner' | 'rowHead' | 'columnHead' | 'cell', string>>
}

type Grid = GridContent & Pick<GridFrame, 'corner' | 'looks'>

interface GridTableProps extends GridContent, GridFrame {
  /** Heights of the rows and widths of the columns in pixels, with which those that are not drawn are counted. */
  heights: readonly number[]
  widths: readonly number[]
}

/** The place of rows or columns that are not drawn. */
const gapKey = (place: number) => `gap ${place}`

/** An empty space, hidden from everybody. */
const Gap = () => <td className={classes.gap} aria-hidden="true" />

interface Drawn extends Grid {
  columns: readonly Piece[]
}

const Head = ({ corner, columnHead, looks, columns }: Drawn) => (
  <thead>
    <tr aria-rowindex={1}>
      <th scope="col" aria-colindex={1} className={looks.corner}>
        {corner}
      </th>
      {columns.map((piece, place) => {
        if ('gap' in piece) return <Gap key={gapKey(place)} />
        const { key, title, content } = columnHead(piece.index)
        return (
          <th key={key} scope="col" aria-colindex={piece.index + 2} className={looks.columnHead} title={title}>
            {content}
          </th>
        )
      })}
    </tr>
  </thead>
)

interface RowProps extends Drawn {
  index: number
  height: number | undefined
}

const Row = ({ index, height, rowHead, columnHead, cell, looks, columns }: RowProps) => {
  const { title, content } = rowHead(index)
  return (
    <tr aria-rowindex={index + 2} data-row={index} style={{ height }}>
      <th scope="row" aria-colindex={1} className={looks.rowHead} title={title}>
        {content}
      </th>
      {columns.map((piece, place) =>
        'gap' in piece ? (
          <Gap key={gapKey(place)} />
        ) : (
          <td
            key={columnHead(piece.index).key}
            aria-colindex={piece.index + 2}
            data-column={piece.index}
            className={looks.cell}
          >
            {cell(index, piece.index)}
          </td>
        ),
      )}
    </tr>
  )
}

interface ColumnsProps {
  columns: readonly Piece[]
  widths: readonly number[]
  headWidth: string | undefined
}

/** In a table that is drawn in part, the columns have the widths that the gaps are counted with. */
const Columns = ({ columns, widths, headWidth }: ColumnsProps) => (
  <colgroup>
    <col className={headWidth} />
    {columns.map((piece, place) => (
      <col
        key={'gap' in piece ? gapKey(place) : piece.index}
        style={{ width: 'gap' in piece ? piece.gap : widths[piece.index] }}
      />
    ))}
  </colgroup>
)

/** A table with heads of rows and of columns. A large one is drawn only where it is in sight. */
export function GridTable({ label, place, heights, widths, ...grid }: GridTableProps) {
  const { looks } = grid
  const scroll = useRef<HTMLDivElement>(null)
  const { held, onFocus } = useHeld()
  const { rows, columns, isPart } = useGridWindow(
    scroll,
    { sizes: heights, held: held.row },
    { sizes: widths, held: held.column },
  )
  return (
    <div ref={scroll} className={looks.scroll} data-place={place} data-paper="table" onFocus={onFocus}>
      <table
        ref={walkedByArrows}
        className={[classes.table, looks.table].join(' ')}
        aria-label={label}
        aria-rowcount={heights.length + 1}
        aria-colcount={widths.length + 1}
        data-part={isPart || undefined}
      >
        {isPart && <Columns columns={columns} widths={widths} headWidth={looks.headWidth} />}
        <Head {...grid} columns={columns} />
        <tbody>
          {rows.map((piece, at) => {
            if ('gap' in piece) return <tr key={gapKey(at)} aria-hidden="true" style={{ height: piece.gap }} />
            const { index } = piece
            const height = isPart ? heights[index] : undefined
            return <Row key={grid.rowHead(index).key} {...grid} columns={columns} index={index} height={height} />
          })}
        </tbody>
      </table>
    </div>
  )
}
