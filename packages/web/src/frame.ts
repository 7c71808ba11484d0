import { inTab } from './ui/storage.ts'

/** The outline stands until a screen takes its place. */
export function dropFrame(): void {
  document.getElementById('frame')?.remove()
  delete document.documentElement.dataset['frame']
  // How often the program was asked for in vain (public/first.js).
  inTab<number>('tries').write(null)
}
