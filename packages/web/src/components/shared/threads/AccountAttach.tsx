import { percentOf, stateOf } from '../upload/texts.ts'
import { useUploads } from '../upload/useUploads.ts'
import type { AttachProps } from './place.ts'

/** Files of what is said go to the server by themselves, and not into one of its parts. */
const PLACE = 'entry'
const BAD = new Set(['failed', 'refused', 'lost'])

/** Files of somebody who is signed in travel as all others do. */
export function AccountAttach({ name, onFile, children }: AttachProps) {
  const uploads = useUploads({ name, isImmediate: true, onUploaded: (_place, file) => onFile(file) })
  return children({
    underWay: uploads.queue.map((one) => ({
      key: one.key,
      name: one.name,
      status: stateOf(one) ?? `${percentOf(one)} %`,
      isBad: BAD.has(one.state),
    })),
    add: (files) => uploads.add(PLACE, files),
    cancel: uploads.cancel,
  })
}
