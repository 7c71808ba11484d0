import { later, usePart } from '../../components/kit/feedback/later.ts'

/** Loaded later, because nobody starts at these pages. */
const pages = later(() => import('./ErrorPages.tsx'))

export function Error403Page() {
  const come = usePart(pages, true)
  return come && <come.Error403Page />
}

export function Error404Page() {
  const come = usePart(pages, true)
  return come && <come.Error404Page />
}
