import { makeAgreementThing, makeEntryThing, makePublicationThing } from './dealings.ts'
import type { Ground, Kind, State, Thing } from './ground.ts'
import { makeFileThing, makeReleaseThing, makeRequestThing } from './work.ts'

/** The function that creates a thing of each kind. */
export const makers: Record<Kind, (ground: Ground, state: State) => Promise<Thing>> = {
  request: makeRequestThing,
  release: (ground, state) => makeReleaseThing(ground, state),
  agreement: makeAgreementThing,
  publication: makePublicationThing,
  entry: makeEntryThing,
  file: makeFileThing,
}
