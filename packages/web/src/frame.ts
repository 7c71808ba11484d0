import { inTab } from './ui/storage.ts'

/** Removes the outline, which is shown until a screen takes its place. */
export function dropFrame(): void {
  document.getElementById('frame')?.remove()
  delete document.documentElement.dataset['frame']
  // The number of failed attempts to load the program (first.js).
  inTab<number>('tries').write(null)
}
