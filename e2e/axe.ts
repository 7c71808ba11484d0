import axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'

/** Rows after the first few have the same structure, so axe skips them. */
const ALIKE = 'tbody > tr:nth-child(n + 7)'

/** Rules whose result depends on the theme; only these are checked again in the dark theme. */
const OF_THEMES = ['color-contrast', 'link-in-text-block']

/** Loads axe into each frame of a document once: loading it takes as long as checking a small page. */
async function bring(page: Page): Promise<void> {
  const isThere = () => 'axe' in globalThis
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(isThere))) await frame.evaluate(axe.source)
    }),
  )
}

/** Runs axe; this function runs inside the page. */
async function breaches([part, alike, options]: readonly [string, string, RunOptions]): Promise<string[]> {
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
    { include: [[part]], exclude: [[alike]] },
    options,
  )
  // A tooltip belongs to the focused element, wherever it is drawn; axe wants it inside a landmark.
  const isOfTooltip = (id: string, html: string) => id === 'region' && html.includes('role="tooltip"')
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !isOfTooltip(id, html))
      .map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  )
}

/** Returns only the violations, found in one pass over the page. */
export async function violationsOf(page: Page, theme: 'light' | 'dark', part = 'html'): Promise<string[]> {
  // `preload` fetches files for the rules about audio and orientation styles, and the pages have neither.
  const options: RunOptions = { resultTypes: ['violations'], preload: false }
  if (theme === 'dark') options.runOnly = OF_THEMES
  await bring(page)
  return page.evaluate(breaches, [part, ALIKE, options] as const)
}
