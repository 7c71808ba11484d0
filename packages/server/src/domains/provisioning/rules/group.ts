import { MOST_MEMBERS } from './limits.ts'
import type { Step } from './path.ts'
import { fieldsOf, isId, isObject, textOf, wrong } from './values.ts'

/** A group as the directory sends it, and changes of it. Pure. */

export interface GroupAttributes {
  displayName: string
  externalId: string | null
}

/** Members that are added or removed, or the complete new list. */
export interface MemberStep {
  kind: 'add' | 'remove' | 'set'
  ids: string[]
}

function displayNameOf(value: unknown): string {
  const name = textOf(value, 250, 'displayName')
  if (name === null) throw wrong('invalidValue', 'displayName: обязателен')
  return name
}

/** The ids of members, each once. Nested groups are not supported. */
function idsOf(value: unknown): string[] {
  const all = value === undefined || value === null ? [] : [value].flat()
  if (all.length > MOST_MEMBERS) throw wrong('invalidValue', `members: за один раз не больше ${MOST_MEMBERS}`)
  const ids = all.map((one) => (isObject(one) ? fieldsOf(one).get('value') : one))
  if (!ids.every(isId)) throw wrong('invalidValue', 'members: value – это id человека')
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

export function groupFrom(body: unknown): GroupAttributes & { members: string[] } {
  const fields = fieldsOf(body)
  return {
    displayName: displayNameOf(fields.get('displayname')),
    externalId: textOf(fields.get('externalid'), 255, 'externalId'),
    members: idsOf(fields.get('members')),
  }
}

function memberStep({ op, path: { where }, value }: Step): MemberStep {
  if (where !== null) {
    if (where.attribute !== 'value' || op !== 'remove')
      throw wrong('invalidPath', 'members[value eq "…"] – только для remove')
    return { kind: 'remove', ids: idsOf([where.value]) }
  }
  const ids = idsOf(value)
  if (op === 'add') return { kind: 'add', ids }
  if (op === 'remove' && ids.length > 0) return { kind: 'remove', ids }
  return { kind: 'set', ids }
}

function renamed(group: GroupAttributes, { op, path: { attribute }, value }: Step): GroupAttributes {
  const newName = op === 'remove' ? null : value
  if (attribute === 'displayname') return { ...group, displayName: displayNameOf(newName) }
  return attribute === 'externalid' ? { ...group, externalId: textOf(newName, 255, 'externalId') } : group
}

/** Applies the steps: the renamed group, and the changes of its members. */
export function changesOf(
  before: GroupAttributes,
  steps: readonly Step[],
): { group: GroupAttributes; members: MemberStep[] } {
  const members = steps.filter(({ path }) => path.attribute === 'members').map(memberStep)
  const named = members.reduce((count, { ids }) => count + ids.length, 0)
  if (named > MOST_MEMBERS) throw wrong('invalidValue', `members: за один раз не больше ${MOST_MEMBERS}`)
  return { group: steps.reduce(renamed, before), members }
}
