import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone's, from the first drawing on (design.md, "Phone"). */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
