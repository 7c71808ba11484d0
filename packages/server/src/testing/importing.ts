import type { Actor } from '../platform/call.ts'
import { staffBy } from '../domains/auth/port.ts'
import { importRequests, type ImportOrder } from '../domains/requests/import/import-requests.ts'
import { testApp } from './app.ts'
import { exportOf } from './exports.ts'
import { withFile } from './file.ts'
import { makePeople } from './making/make.ts'
import { present } from './present.ts'

export type Importing = Awaited<ReturnType<typeof importing>>

/** The product with people, and a member of staff who imports files for the first of two companies. */
export async function importing() {
  const product = await testApp()
  const { db } = product.deps
  const people = await makePeople(db)
  const actor: Actor = { deps: product.deps, person: present(await staffBy(db)) }
  const takeFile = (content: string | Uint8Array, more: Partial<ImportOrder>) =>
    withFile(content, (path) =>
      importRequests(actor, { path, company: people.company1, mapping: {}, dryRun: false, ...more }),
    )
  return {
    product,
    db,
    people,
    actor,
    close: () => product.close(),
    takeFile,
    /** Imports an export of another system; by default its source has the same name. */
    take: async (name: string, more: Partial<ImportOrder> = {}) =>
      takeFile(await exportOf(name), { source: name, ...more }),
    idOf: async (source: string, key: string) =>
      (
        await db
          .selectFrom('requests')
          .select('id')
          .where('source', '=', source)
          .where('source_key', '=', key)
          .executeTakeFirstOrThrow()
      ).id,
  }
}
