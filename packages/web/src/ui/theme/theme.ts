import { createTheme, defaultVariantColorsResolver } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorsTuple, VariantColorsResolver } from '@mantine/core'
import { russianDefaults } from './russian.ts'

/** Indigo; shade 6 is used on light backgrounds and shade 3 on dark ones (design page, tokens). */
const accent: MantineColorsTuple = [
  '#eceefb',
  '#d6daf7',
  '#b9c0f2',
  '#8f9bff',
  '#6f7ce8',
  '#5566e0',
  '#3d4fd6',
  '#3343bd',
  '#2b399f',
  '#232f82',
]

const red: MantineColorsTuple = [
  '#fdeaea',
  '#f8cfcf',
  '#f3abab',
  '#ff8d8d',
  '#e05c5c',
  '#d04040',
  '#c02b2b',
  '#a82323',
  '#901c1c',
  '#771515',
]

/** Our greys instead of Mantine's in the dark theme: 7 is the background, 0 the text. */
const dark: MantineColorsTuple = [
  '#e7e8ec',
  '#c5c8d0',
  '#9ba0ac',
  '#7b808c',
  '#3d414b',
  '#2c2f36',
  '#1d1f24',
  '#17181c',
  '#131418',
  '#0e0f12',
]

/**
 * Filled buttons are dark in the light theme and light in the dark one, so their text colour changes with the theme.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors
}

const FONT = "'Golos Text Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

export const theme = createTheme({
  colors: { accent, red, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 3 },
  variantColorResolver,
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '600' },
  defaultRadius: 6,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontSizes: {
    xs: 'var(--size-note)',
    sm: 'var(--size-table)',
    md: 'var(--size-text)',
    lg: 'var(--size-head)',
    xl: 'var(--size-title)',
  },
  components: russianDefaults,
})

/** Mantine's own greys do not reach AA contrast on our backgrounds, so everything with text uses our tokens. */
const variables = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--dim)',
  '--mantine-color-placeholder': 'var(--dim)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-default': 'var(--ground)',
  '--mantine-color-default-hover': 'var(--soft)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-disabled': 'var(--grey-tint)',
  '--mantine-color-disabled-color': 'var(--dim)',
  '--mantine-color-accent-light': 'var(--accent-tint)',
  '--mantine-color-accent-light-hover': 'var(--accent-tint)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-color-accent-text': 'var(--accent)',
  '--mantine-primary-color-light-color': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-yellow-light': 'var(--amber-tint)',
  '--mantine-color-yellow-light-color': 'var(--amber)',
  '--mantine-color-red-text': 'var(--red)',
  '--mantine-color-red-light': 'var(--red-tint)',
  '--mantine-color-red-light-color': 'var(--red)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables })
