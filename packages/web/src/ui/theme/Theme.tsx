import '@fontsource-variable/golos-text/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './tokens.css'
import './print.css'
import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { styleNonce } from './nonce.ts'
import { cssVariablesResolver, theme } from './theme.ts'
import { useEscapeOfDialogs } from './useEscapeOfDialogs.ts'
import { useEscapeOfOpeners } from './useEscapeOfOpeners.ts'

const dates = { locale: 'ru', firstDayOfWeek: 1 as const, weekendDays: [] }

interface ThemeProps {
  children: ReactNode
  /** Turns transitions off. */
  isStill: boolean
}

/** Fonts, colours and Russian texts for everything below. */
export function Theme({ children, isStill }: ThemeProps) {
  useEscapeOfDialogs()
  useEscapeOfOpeners()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
      env={isStill ? 'test' : 'default'}
    >
      <DatesProvider settings={dates}>{children}</DatesProvider>
    </MantineProvider>
  )
}
