import type { Session } from './session.ts'

/** Under the name of the copy there is a file that is not its own. */
export class NameTaken extends Error {
  override name = 'NameTaken'
}

/** Where the former file is while the new one gets its name. */
const asideOf = (half: string) => `${half}.old`

/** Whether the rename was refused because of the file that is there: both are still in their places. */
async function isInTheWay(session: Session, half: string, final: string): Promise<boolean> {
  const sizes = [await session.sizeOf(half), await session.sizeOf(final)]
  return !sizes.includes(undefined)
}

/** Moves the former file aside; if the new one is refused its name all the same, the former one gets it back. */
async function exchange(session: Session, half: string, final: string): Promise<void> {
  await session.rename(final, asideOf(half), false)
  try {
    await session.rename(half, final, false)
  } catch (error) {
    await session.rename(asideOf(half), final, false)
    throw error
  }
  await session.remove(asideOf(half))
}

/**
 * Gives a file that was written under a temporary name its own name. Whatever a server refuses the rename for, no file
 * is lost: servers do not say reliably that a file is in the way.
 * @param isOwn whether the file that may be there is an earlier one of this copy, which is replaced
 * @throws NameTaken if there is somebody else's file
 */
export async function giveName(session: Session, half: string, final: string, isOwn: boolean): Promise<void> {
  try {
    await session.rename(half, final, isOwn)
  } catch (error) {
    if (!(await isInTheWay(session, half, final).catch(() => false))) throw error
    if (!isOwn) throw new NameTaken(`${final} is taken`)
    await exchange(session, half, final)
  }
}

/** Removes what an attempt that died while it exchanged files has left. */
export const removeAside = (session: Session, half: string): Promise<void> => session.remove(asideOf(half))
