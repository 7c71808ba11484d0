/**
 * What a call is about, so that a later call can be known as another attempt at the same thing: its address, the ids in
 * its body and the fields it sends, but not their values, which somebody may have mended meanwhile.
 */
export function matterOf(method: string, address: string, body: unknown): string {
  const fields = Object.entries(body instanceof FormData ? {} : (body ?? {}))
  const ids = fields.filter(([name]) => name === 'id' || name.endsWith('_id'))
  return JSON.stringify([method, address, ids, fields.map(([name]) => name).toSorted()])
}

let report: (matter: string) => void = () => {}

/** Sets what happens when a call has been carried out. */
export const onCarriedOut = (run: (matter: string) => void): void => {
  report = run
}

export const carriedOut = (matter: string): void => report(matter)
