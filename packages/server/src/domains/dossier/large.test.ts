import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openedDossier, textOf, verified } from '../../testing/dossiers.ts'
import { letterWorld } from '../../testing/letters.ts'
import { makeFile, makePublication } from '../../testing/making/make-publication.ts'
import { makeRelease } from '../../testing/making/make.ts'

/** Dossiers of more than a document can show. */

const world = letterWorld()

test('the document shows so many files of a company and counts the others, which are in the evidence', async () => {
  const { db } = world.product.deps
  const { manager: author_id, company1 } = world.people
  const release_id = await makeRelease(db, { author_id }, { companies: [company1] })
  const publish = async (count: number) => {
    const named = Array.from({ length: count }, (_, n) => makeFile(db, { file_name: `update-${n}.zip` }))
    const files = await Promise.all(named)
    await makePublication(db, { author_id }, [{ release_id, files, customers: [company1] }])
  }
  await publish(300)
  await publish(150)
  const { files } = await openedDossier(world.manager, release_id)
  expect(verified(files).faults).toEqual([])
  const { 'word/document.xml': document } = unzipSync(files.get('dossier.docx')!)
  const words = new TextDecoder().decode(document).replaceAll(/<[^>]*>/g, '')
  expect(words.match(/update-\d+\.zip/g)).toHaveLength(400)
  expect(words).toContain('Ещё 50 – в файле evidence.json.')
  const [evidence] = JSON.parse(textOf(files, 'evidence.json'))
  expect(evidence.handed.map((handing: { files: unknown[] }) => handing.files.length)).toEqual([300, 150])
})
