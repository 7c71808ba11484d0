import type { receipts } from '@vypusk/contract'

type Kind = receipts.ReceiptKind

/** The names recorded in the history for a receipt, or null. */
export interface Words {
  received: string | null
  installed: string | null
}

interface Change {
  add: Kind[]
  drop: Kind[]
}

/** The receipts to add and to remove: what is installed was received, and what was not received is not installed. */
export function changeOf(marks: readonly Kind[], { kind, remove }: { kind: Kind; remove: boolean }): Change {
  if (remove) {
    const gone: Kind[] = kind === 'received' ? ['received', 'installed'] : ['installed']
    return { add: [], drop: gone.filter((one) => marks.includes(one)) }
  }
  const due: Kind[] = kind === 'installed' ? ['received', 'installed'] : ['received']
  return { add: due.filter((one) => !marks.includes(one)), drop: [] }
}
