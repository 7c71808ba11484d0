import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { projectRoot } from '../../platform/runtime/places.ts'

/**
 * Returns a file in `deploy` with an installation's values filled in.
 * @param values each a text in the file, which must be there, and what replaces it
 */
export async function deployed(name: string, values: [string, string][]): Promise<string> {
  const text = await readFile(join(projectRoot, 'deploy', name), 'utf8')
  for (const [from] of values) expect(text).toContain(from)
  return values.reduce((filled, [from, to]) => filled.replaceAll(from, to), text)
}
