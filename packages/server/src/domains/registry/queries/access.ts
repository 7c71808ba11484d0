import type { Person } from '../../../platform/call.ts'
import { refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { mayCreate, mayEnter } from '../policy.ts'

const granted = (may: RefusalSpec | true) => {
  if (may !== true) throw refuseWith(may)
  return { access: true } as const
}

/** @throws 403 for people that an administrator has not given access */
export const entryAccess = (person: Person) => granted(mayEnter(person))
/** @throws 403 for people who may not enter or not create */
export const createAccess = (person: Person) => granted(mayCreate(person))
