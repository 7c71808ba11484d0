import { paths } from '../../paths.ts'

/** What an administrator keeps, in the order of the strip; each has an address of its own. */
export const SECTIONS = [
  { label: 'Люди', path: paths.adminPeople },
  { label: 'Доставки', path: paths.adminDeliveries },
  { label: 'Импорт', path: paths.requestsImport },
] as const
