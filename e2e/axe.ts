import axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'

/** Rows after the first few are built as those are. */
const ALIKE = 'tbody > tr:nth-child(n + 7)'

/** In the dark only what a theme can change is looked at anew. */
const OF_THEMES = ['color-contrast', 'link-in-text-block']

/** Into each frame of a document once: reading these scripts takes as long as looking at a small page. */
async function bring(page: Page): Promise<void> {
  const isThere = () => 'axe' in globalThis
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(isThere))) await frame.evaluate(axe.source)
    }),
  )
}

/** Runs in the page. */
async function breaches([part, alike, options]: readonly [string, string, RunOptions]): Promise<string[]> {
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
    { include: [[part]], exclude: [[alike]] },
    options,
  )
  // A tooltip is of what has the keyboard, wherever it is drawn; axe would have it in a landmark of its own.
  const isOfTooltip = (id: string, html: string) => id === 'region' && html.includes('role="tooltip"')
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !isOfTooltip(id, html))
      .map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  )
}

/** Breaches alone, found in one pass over the page. */
export async function violationsOf(page: Page, theme: 'light' | 'dark', part = 'html'): Promise<string[]> {
  // Nothing is fetched for rules about sound and about styles that turn the page: here is neither.
  const options: RunOptions = { resultTypes: ['violations'], preload: false }
  if (theme === 'dark') options.runOnly = OF_THEMES
  await bring(page)
  return page.evaluate(breaches, [part, ALIKE, options] as const)
}
