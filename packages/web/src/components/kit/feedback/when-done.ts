import { notifyRefusal } from './refused.ts'

/**
 * Continues when something has been saved; a refusal is shown in a toast. For code that outlives its component, such as
 * a toast with «Отменить»: a mutation's own callbacks are not called once the component is unmounted, and the live
 * change caused by a save may unmount it before the reply arrives.
 * @param saving the promise returned by `mutateAsync`
 */
export function whenDone<Result>(saving: Promise<Result>, done: (result: Result) => void = () => {}): void {
  void follow(saving, done, notifyRefusal)
}

/** The same for a change that shows its refusal itself: in its form, or by its own `onError`. */
export function whenSaved<Result>(saving: Promise<Result>, done: (result: Result) => void): void {
  void follow(saving, done, () => {})
}

async function follow<Result>(
  saving: Promise<Result>,
  done: (result: Result) => void,
  refused: (refusal: unknown) => void,
): Promise<void> {
  try {
    done(await saving)
  } catch (refusal) {
    refused(refusal)
  }
}
