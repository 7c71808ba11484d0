/** Decides from the directory's data whether somebody may sign in. Pure. */

/** Why the rights given by groups cannot be applied. */
export type Problem = 'other_side' | 'no_company' | 'login_taken' | 'further'

interface Facts<Rights> {
  /** Whether the directory reports the person as active. */
  isActive: boolean
  /** The rights given by their groups; null if there are none. */
  rights: Rights | null
  obstacles: Record<'isOtherSide' | 'isNoCompany' | 'isLoginTaken' | 'isFurther', boolean> & {
    /** The person goes on with another company: this one is hidden, or an administrator has decided so. */
    isPassedOver: boolean
    /** The directory has put the person out, and meanwhile their company was hidden. */
    isHomeless: boolean
  }
  /** Whether groups have given them access before. */
  hasEntered: boolean
}

export interface Decided<Rights> {
  /**
   * `leave`: an account that existed before the directory sent the person, and to which no group has given rights yet;
   * and one that is used instead of the one in the company of the groups. `stay`: the same, but it is closed until its
   * company is shown again, because nobody of a hidden company can sign in.
   */
  kind: 'let' | 'shut' | 'leave' | 'stay'
  rights: Rights | null
  problem: Problem | null
}

const problemIn = (obstacles: Facts<unknown>['obstacles']): Problem | null => {
  if (obstacles.isOtherSide) return 'other_side'
  if (obstacles.isNoCompany && !obstacles.isPassedOver) return 'no_company'
  if (obstacles.isFurther && !obstacles.isPassedOver) return 'further'
  return obstacles.isLoginTaken ? 'login_taken' : null
}

const asIs = (problem: Problem | null, { isHomeless }: { isHomeless: boolean }): Decided<never> =>
  isHomeless ? { kind: 'stay', rights: null, problem: 'no_company' } : { kind: 'leave', rights: null, problem }

export function decide<Rights>({ isActive, rights, obstacles, hasEntered }: Facts<Rights>): Decided<Rights> {
  const problem = problemIn(obstacles)
  if (rights !== null && problem === null) {
    return obstacles.isPassedOver ? asIs(problem, obstacles) : { kind: 'let', rights, problem }
  }
  // A person with an earlier account keeps their rights until a group gives some, or the directory reports that they
  // have left.
  if (isActive && rights === null && !hasEntered) return asIs(problem, obstacles)
  return { kind: 'shut', rights: null, problem }
}
