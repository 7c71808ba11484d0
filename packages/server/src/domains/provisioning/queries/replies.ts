import { Readable } from 'node:stream'
import type { Deps } from '../../../platform/call.ts'
import { StreamReply } from '../../../platform/reply.ts'
import { SCIM_PATH } from '../rules/limits.ts'

const TYPE = 'application/scim+json; charset=utf-8'

interface Meta {
  location?: string
  version?: string
}

/** A reply in the form of the standard: its own content type, and the resource's location and version as headers. */
export function scimReply(body: object & { meta?: Meta }, status = 200): StreamReply {
  const { location, version } = body.meta ?? {}
  const headers = {
    'Content-Type': TYPE,
    ...(location ? { Location: location } : {}),
    ...(version ? { ETag: version } : {}),
  }
  return new StreamReply(Readable.from([JSON.stringify(body)]), headers, status)
}

export const nothing = (): StreamReply => new StreamReply(Readable.from([]), {}, 204)

export const placeOf = ({ settings }: Deps, path: string) => `${settings.publicUrl}${SCIM_PATH}${path}`
export const etagOf = (version: number) => `W/"${version}"`
