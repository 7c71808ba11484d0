import type { ReactNode } from 'react'
import classes from './CardTable.module.css'

interface CardTableProps {
  /** What the rows are, for screen readers. */
  label: string
  head: readonly ReactNode[]
  /** A class for the widths of the columns and the like. */
  className?: string | undefined
  /** The rows; a cell's `data-name` is its label on a phone. */
  children: ReactNode
}

/**
 * A plain read-only table whose rows become cards on a phone. Use a DataTable when rows are selected, sorted or edited.
 */
export const CardTable = ({ label, head, className, children }: CardTableProps) => (
  <table className={`${classes.table} ${className ?? ''}`} aria-label={label}>
    <thead>
      <tr>
        {head.map((title, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns stand where they stand
          <th key={index} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
