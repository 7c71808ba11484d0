import type { Taken } from '../stage/smtp.ts'
import type { Ledger } from './ledger.ts'

/** Compares the letters that arrived with those that had to. */

/** A delivery as it is stored after everything has come to rest. */
export interface DeliveryRow extends Record<string, unknown> {
  id: number
  kind: string
  target: string
  state: string
  entity: string
  entity_id: number
  last_error: string | null
  /** The product did not send it, because there was nothing left to say. */
  needless: boolean
}

/**
 * The letters that an answer has overtaken: while the mail server was down, the client agreed to the date that they ask
 * about. Nothing else that the writers do makes a letter needless.
 */
const isOvertaken = ({ state, needless, entity, entity_id }: DeliveryRow, agreed: ReadonlySet<number>) =>
  state === 'failed' && needless && entity === 'agreement' && agreed.has(entity_id)

/** Each letter has to arrive at least once unless an answer overtook it, and no unexpected ones may. */
export function lettersCompared(due: DeliveryRow[], taken: Taken[], ledger: Pick<Ledger, 'sent' | 'agreed'>) {
  const arrived = Map.groupBy(taken, ({ messageId, to }) => `${messageId} ${to}`)
  const keyOf = ({ id, target }: DeliveryRow) => `<delivery-${id}@127.0.0.1> ${target}`
  const known = new Set(due.map(keyOf))
  const byTarget = Map.groupBy(due, ({ target }) => target)
  const agreed = new Set(ledger.agreed.values())
  const expected = due.filter((one) => !isOvertaken(one, agreed))
  const faults = [
    ...expected.flatMap((one) => (one.state === 'sent' ? [] : [`letter ${one.id} ${one.state}: ${one.last_error}`])),
    ...expected.flatMap((one) => (arrived.has(keyOf(one)) ? [] : [`letter ${one.id} to ${one.target} never arrived`])),
    ...[...arrived.keys()].flatMap((key) => (known.has(key) ? [] : [`a letter that nobody wrote arrived: ${key}`])),
    ...[...ledger.sent.keys()].flatMap((mark) => {
      const many = byTarget.get(mark)?.length ?? 0
      return many === 1 ? [] : [`${many} letters ask ${mark}`]
    }),
  ]
  const overtaken = due.length - expected.length
  return { figures: { letters: due.length, overtaken, doubled: taken.length - arrived.size }, faults }
}
