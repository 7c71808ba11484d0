import { sql } from 'kysely'
import { health } from '@vypusk/contract'
import type { Door } from '../../platform/mount.ts'
import { refuseWith } from '../../platform/refusal.ts'

export const healthDoor: Door = (mount) => {
  mount(health.live, async () => ({ status: 'ok' }))
  mount(health.ready, async ({ deps }) => {
    await sql`select 1`.execute(deps.db).catch(() => {
      throw refuseWith([503, 'База данных не отвечает'])
    })
    return { status: 'ok' }
  })
}
