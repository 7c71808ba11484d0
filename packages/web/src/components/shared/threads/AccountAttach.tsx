import { percentOf, stateOf } from '../upload/texts.ts'
import { useUploads } from '../upload/useUploads.ts'
import type { AttachProps } from './place.ts'

/** Files of an entry are uploaded separately and do not belong to one of its parts. */
const PLACE = 'entry'
const BAD = new Set(['failed', 'refused', 'lost'])

/** Uploads the files of a signed-in person in the usual way. */
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
