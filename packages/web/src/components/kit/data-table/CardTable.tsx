import type { ReactNode } from 'react'
import classes from './CardTable.module.css'

interface CardTableProps {
  head: readonly ReactNode[]
  /** Widths of the columns and the like. */
  className?: string | undefined
  /** Rows; `data-name` on a cell says on a phone what it is. */
  children: ReactNode
}

/** A plain table to read, whose rows become cards on a phone. What is chosen, sorted or edited is a DataTable. */
export const CardTable = ({ head, className, children }: CardTableProps) => (
  <table className={`${classes.table} ${className ?? ''}`}>
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
