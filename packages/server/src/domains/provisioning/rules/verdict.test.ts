import { expect, test } from 'vitest'
import { decide } from './verdict.ts'

const none = {
  isOtherSide: false,
  isNoCompany: false,
  isLoginTaken: false,
  isFurther: false,
  isPassedOver: false,
  isHomeless: false,
}
const verdict = (obstacles: Partial<typeof none>) =>
  decide({ isActive: true, rights: 'rights', obstacles: { ...none, ...obstacles }, hasEntered: true })

test.each([
  [{}, 'let', null],
  [{ isFurther: true }, 'shut', 'further'],
  [{ isFurther: true, isPassedOver: true }, 'leave', null],
  [{ isFurther: true, isPassedOver: true, isNoCompany: true }, 'leave', null],
  [{ isFurther: true, isPassedOver: true, isHomeless: true }, 'stay', 'no_company'],
  [{ isHomeless: true }, 'let', null],
  // Their name is not taken over while somebody else has the login.
  [{ isFurther: true, isPassedOver: true, isLoginTaken: true }, 'shut', 'login_taken'],
])('what prevents the rights of groups: %o', (obstacles, kind, problem) => {
  expect(verdict(obstacles)).toMatchObject({ kind, problem })
})
