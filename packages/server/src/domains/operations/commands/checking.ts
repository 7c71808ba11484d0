import type { settings } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { mayCheck } from '../policy.ts'
import { setUp } from '../queries/settings.ts'
import { tryPart } from './parts.ts'

/** Checks one part of the installation, leaving nothing behind. @throws if the part is not set up */
export async function checkSetting({
  deps,
  params: { section },
}: Call<typeof settings.check>): Promise<settings.Checked> {
  const may = mayCheck(section, setUp(deps.settings))
  if (may !== true) throw refuseWith(may)
  return tryPart(section, deps, (error) =>
    deps.log.warn({ err: error, section }, 'a part of the installation failed its check'),
  )
}
