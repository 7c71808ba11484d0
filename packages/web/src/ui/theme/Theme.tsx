import '@fontsource-variable/golos-text/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './tokens.css'
import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { cssVariablesResolver, theme } from './theme.ts'

const dates = { locale: 'ru', firstDayOfWeek: 1 as const, weekendDays: [] }

/** Fonts, colours and Russian words for everything below. */
export const Theme = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
    <DatesProvider settings={dates}>{children}</DatesProvider>
  </MantineProvider>
)
