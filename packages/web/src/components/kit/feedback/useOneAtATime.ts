import { useRef, useState } from 'react'
import { notifyRefusal } from './refused.ts'

/**
 * An action of several steps that a person starts by a press: further presses are ignored until it has ended, and a
 * refusal is shown. `isPending` of a mutation is not enough where something is read or asked before it begins.
 * @param onRefused shows the refusal; by default a toast does
 */
export function useOneAtATime<Input extends unknown[]>(
  act: (...input: Input) => Promise<unknown>,
  onRefused: (refusal: unknown) => void = notifyRefusal,
) {
  const isUnderWay = useRef(false)
  const [isPending, setPending] = useState(false)
  const follow = async (...input: Input) => {
    isUnderWay.current = true
    setPending(true)
    try {
      await act(...input)
    } catch (refusal) {
      onRefused(refusal)
    } finally {
      isUnderWay.current = false
      setPending(false)
    }
  }
  return { run: (...input: Input): void => void (isUnderWay.current || follow(...input)), isPending }
}
