import type { MouseEvent } from 'react'

/** Whether a press on a link just follows it: with a key or another button it opens a tab or a window. */
export const isPlainPress = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
