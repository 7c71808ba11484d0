import { dossiers } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import { noteDailyHead } from '../../platform/chain/daily-head.ts'
import { EVERY_TEN_MINUTES } from '../../platform/jobs.ts'
import type { Routes } from '../../platform/mount.ts'
import { dossierOf } from './queries/dossier.ts'
import './events.ts'

export const routes: Routes = (mount) => {
  mount(dossiers.get, dossierOf)
}

/** The first run after midnight records the day; if the process was stopped at night, a later run catches up. */
export const connect = ({ jobs, db, clock }: Deps): Promise<void> =>
  jobs.every(EVERY_TEN_MINUTES, 'daily_head', async () => {
    await noteDailyHead(db, clock)
  })
