import type { Compilable, RawBuilder } from 'kysely'
import type { Db, Deps } from '../../call.ts'
import type { ExcelColumn } from './xml.ts'
import { excelReply } from '../excel.ts'
import { readInParts } from '../parts.ts'
import type { StreamReply } from '../../reply.ts'

/** The workbook of a list. */
interface ListBook<Row> {
  /** The file's name (`excelName`). */
  file: string
  /** The name of the sheet. */
  name: string
  columns: ExcelColumn<Row>[]
}

/** How the matching rows of a list are read. */
interface ListRows<Row> {
  /** Selects the ids of all rows, in the list's order. */
  all: (snapshot: Db) => Compilable<{ id: number }> | RawBuilder<{ id: number }>
  /** Reads the rows with the given ids, in the same order. */
  each: (snapshot: Db, ids: number[]) => Promise<Row[]>
  /** Counts all rows. */
  total: (db: Db) => Promise<number>
}

/** Replies with every matching row of a list as a workbook, without pages and in one snapshot (api.md, "Excel"). */
export const listReply = <Row>(
  { db, longDb }: Pick<Deps, 'db' | 'longDb'>,
  { file, ...table }: ListBook<Row>,
  { total, ...rows }: ListRows<Row>,
): Promise<StreamReply> => excelReply(file, { ...table, parts: readInParts(longDb, rows) }, () => total(db))
