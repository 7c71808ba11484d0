import type { Db } from '../../packages/server/src/platform/call.ts'
import { apiToken } from './people.ts'

/** What a directory has reported before any call: a person, and a group that makes the person a member of staff. */
export const DIRECTORY = {
  person: '11111111-1111-4111-8111-111111111111',
  group: '22222222-2222-4222-8222-222222222222',
  /** The setting for the rights of groups. */
  settings: { SCIM_GROUPS: 'vypusk-staff=staff, acme=client:1' },
} as const

const AT = '2026-03-01T00:00:00.000Z'

/** Creates the directory's service, person and group. @returns the token of the service */
export async function makeDirectory(db: Db): Promise<string> {
  const service = { login: 'service:directory', name: 'Сервис Каталог', isRivc: true, is_service: true }
  const { id } = await db.insertInto('users').values(service).returning('id').executeTakeFirstOrThrow()
  const kept = { user_id: id, about: '', scope: 'directory', expires_at: '2027-01-01T00:00:00.000Z' }
  await db.insertInto('service_accounts').values(kept).execute()
  const dates = { created_at: AT, changed_at: AT }
  const attributes = JSON.stringify({ displayName: 'Вера Орлова', name: {}, emails: [] })
  await db
    .insertInto('scim_people')
    .values({ id: DIRECTORY.person, external_id: '00u1', user_name: 'orlova', attributes, active: true, ...dates })
    .execute()
  await db
    .insertInto('scim_groups')
    .values({ id: DIRECTORY.group, display_name: 'vypusk-staff', ...dates })
    .execute()
  return apiToken(db, id, 'directory', 'Каталог')
}
