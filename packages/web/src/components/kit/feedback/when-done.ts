import { notifyRefusal } from './refused.ts'

/**
 * Continues when something has been saved; a refusal is shown in a toast. For code that outlives its component, such as
 * a toast with «Отменить»: a mutation's own callbacks are not called once the component is unmounted, and the live
 * change caused by a save may unmount it before the reply arrives.
 * @param saving the promise returned by `mutateAsync`
 */
export function whenDone<Result>(saving: Promise<Result>, done: (result: Result) => void = () => {}): void {
  const follow = async () => {
    try {
      done(await saving)
    } catch (refusal) {
      notifyRefusal(refusal)
    }
  }
  void follow()
}
