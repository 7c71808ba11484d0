/** Whether somebody may come in by what the directory says of them. Pure. */

/** Why groups give what cannot be given. */
export type Problem = 'other_side' | 'no_company' | 'login_taken' | 'further'

interface Facts<Rights> {
  /** The directory says that they work there. */
  isActive: boolean
  /** What their groups give; null for nothing. */
  rights: Rights | null
  obstacles: Record<'isOtherSide' | 'isNoCompany' | 'isLoginTaken' | 'isFurther', boolean>
  /** Groups have let them in before. */
  hasEntered: boolean
}

export interface Decided<Rights> {
  /** `leave`: an account that was here before the directory named it, and no group has spoken of it yet. */
  kind: 'let' | 'shut' | 'leave'
  rights: Rights | null
  problem: Problem | null
}

const problemIn = (obstacles: Facts<unknown>['obstacles']): Problem | null => {
  if (obstacles.isOtherSide) return 'other_side'
  if (obstacles.isNoCompany) return 'no_company'
  if (obstacles.isFurther) return 'further'
  return obstacles.isLoginTaken ? 'login_taken' : null
}

export function decide<Rights>({ isActive, rights, obstacles, hasEntered }: Facts<Rights>): Decided<Rights> {
  const problem = problemIn(obstacles)
  if (rights !== null && problem === null) return { kind: 'let', rights, problem }
  // Whoever was here before keeps what they have until a group speaks of them, or the directory says that they are gone.
  if (isActive && rights === null && !hasEntered) return { kind: 'leave', rights: null, problem }
  return { kind: 'shut', rights: null, problem }
}
