import { useMediaQuery } from '@mantine/hooks'

/** Returns whether the window is as narrow as a phone's, correctly from the first render (design.md, "Phone"). */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
