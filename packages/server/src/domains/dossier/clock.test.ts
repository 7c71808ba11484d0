import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openedDossier } from '../../testing/dossiers.ts'
import { letterWorld } from '../../testing/letters.ts'
import { makeRelease } from '../../testing/making/make.ts'

const world = letterWorld({ start: '2026-03-07T12:00:00.000Z' })

test.each([
  ['2026-03-08T06:30:00.000Z', '08.03.2026 01:30 UTC−5'],
  ['2026-03-08T07:30:00.000Z', '08.03.2026 03:30 UTC−4'],
  ['2026-03-09T01:30:00.000Z', '08.03.2026 21:30 UTC−4'],
])('the document made at %s names the clock of that moment: %s', async (made_at, words) => {
  const { db } = world.product.deps
  const release_id = await makeRelease(db, { author_id: world.people.manager }, { companies: [world.people.company1] })
  world.product.clock.set(made_at)
  process.env['TZ'] = 'America/New_York'
  try {
    const { files } = await openedDossier(world.manager, release_id)
    const { 'word/document.xml': document } = unzipSync(files.get('dossier.docx')!)
    expect(new TextDecoder().decode(document)).toContain(`${words}; моменты ниже – по этим же часам`)
  } finally {
    process.env['TZ'] = 'UTC'
  }
})
