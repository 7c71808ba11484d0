import type { receipts } from '@vypusk/contract'

type Kind = receipts.ReceiptKind

/** What the history says: for whom, or null. */
export interface Words {
  received: string | null
  installed: string | null
}

interface Change {
  add: Kind[]
  drop: Kind[]
}

/** What runs was received; what was not received does not run. */
export function changeOf(marks: readonly Kind[], { kind, remove }: { kind: Kind; remove: boolean }): Change {
  if (remove) {
    const gone: Kind[] = kind === 'received' ? ['received', 'installed'] : ['installed']
    return { add: [], drop: gone.filter((one) => marks.includes(one)) }
  }
  const due: Kind[] = kind === 'installed' ? ['received', 'installed'] : ['received']
  return { add: due.filter((one) => !marks.includes(one)), drop: [] }
}
