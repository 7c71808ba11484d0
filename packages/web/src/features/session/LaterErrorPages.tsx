import { later, usePart } from '../../components/kit/feedback/later.ts'

/** Loaded later, because nobody starts at these pages. */
const pages = later(() => import('./ErrorPages.tsx'))

export function Error403Page() {
  const loaded = usePart(pages, true)
  return loaded && <loaded.Error403Page />
}

export function Error404Page() {
  const loaded = usePart(pages, true)
  return loaded && <loaded.Error404Page />
}
