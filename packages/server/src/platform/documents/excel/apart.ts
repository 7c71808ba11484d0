import { workbook } from './book.ts'
import { flowing } from '../flow/apart.ts'

/** The thread that writes workbooks. */
export default flowing(workbook)
