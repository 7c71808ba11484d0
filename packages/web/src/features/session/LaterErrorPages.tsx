import { later, usePart } from '../../components/kit/feedback/later.ts'

/** Nobody begins at them. */
const pages = later(() => import('./ErrorPages.tsx'))

export function Error403Page() {
  const come = usePart(pages, true)
  return come && <come.Error403Page />
}

export function Error404Page() {
  const come = usePart(pages, true)
  return come && <come.Error404Page />
}
