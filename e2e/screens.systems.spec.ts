import { ENLARGED, PHONE, expect, test } from './fixtures.ts'
import { NAMELESS_TABLES } from './layout.ts'
import { findThings, screens, settle } from './screens.ts'
import type { Screen } from './screens.ts'

/** A low window has fewer rows: axe finds the same in a fraction of the time. */
const LOW = { width: 1440, height: 560 }
/** Number of screens checked by one test: small enough to distribute the work between the workers. */
const AT_ONCE = 7

const people = [...new Set(screens.map(({ who }) => who))]
const portionsOf = (own: Screen[]) =>
  Array.from({ length: Math.ceil(own.length / AT_ONCE) }, (_, index) =>
    own.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )

for (const who of people) {
  for (const portion of portionsOf(screens.filter((screen) => screen.who === who))) {
    const names = portion.map(({ name }) => name).join(', ')
    test(`are accessible in both themes: ${names}`, async ({
      page,
      request,
      signIn,
      expectAccessible,
      expectNoSidewaysScroll,
      expectStill,
    }) => {
      const things = await findThings(request)
      if (who) await signIn(who, '/error404')
      for (const { at, phone } of portion) {
        await page.setViewportSize(LOW)
        await page.goto(at(things))
        await settle(page)
        await expect(page).not.toHaveURL(/\/error40\d/)
        await expectStill()
        await expectAccessible()
        expect(await page.evaluate(NAMELESS_TABLES)).toEqual([])
        await expectNoSidewaysScroll()
        for (const size of [ENLARGED, PHONE]) {
          await page.setViewportSize(size)
          await expectNoSidewaysScroll()
        }
        if (!phone) continue
        await expectAccessible()
        await page.reload()
        await settle(page)
        await expectStill()
      }
    })
  }
}
