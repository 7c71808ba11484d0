import { dossiers } from '@vypusk/contract'
import type { Routes } from '../../platform/mount.ts'
import { dossierOf } from './queries/dossier.ts'

export const routes: Routes = (mount) => {
  mount(dossiers.get, dossierOf)
}
