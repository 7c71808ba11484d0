import { sayRefusal } from './refused.ts'

/**
 * Goes on once something is saved; a refusal is said in a toast. For what outlives its component, such as a toast
 * with «Отменить»: a mutation's own callbacks stay silent once the component is gone, and the live change that a
 * save itself brings about may take it away before the answer arrives.
 * @param saving as `mutateAsync` returns it
 */
export function whenDone<Result>(saving: Promise<Result>, done: (result: Result) => void = () => {}): void {
  const follow = async () => {
    try {
      done(await saving)
    } catch (refusal) {
      sayRefusal(refusal)
    }
  }
  void follow()
}
