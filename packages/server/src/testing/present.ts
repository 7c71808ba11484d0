/** Returns a value that must be there; fails the test when it is not. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('expected to be present')
  return value
}
