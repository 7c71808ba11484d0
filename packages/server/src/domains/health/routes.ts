import { health } from '@vypusk/contract'
import { thisBuild } from '../../platform/runtime/build.ts'
import type { Routes } from '../../platform/mount.ts'
import { refuse } from '../../platform/refusal.ts'

const SOON = { 'Retry-After': '5' }

export const routes: Routes = (mount) => {
  mount(health.about, async () => ({ status: 'ok', ...thisBuild() }))
  mount(health.live, async () => ({ status: 'ok' }))
  mount(health.ready, async ({ deps }) => {
    const state = await deps.probe.look().catch(() => {
      throw refuse('database_away', {}, SOON)
    })
    if (state === 'read_only') throw refuse('read_only', {}, SOON)
    return { status: 'ok', replica: deps.replica?.state() ?? null }
  })
}
