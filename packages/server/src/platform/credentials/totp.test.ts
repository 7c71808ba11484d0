import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { latestStep, newTotp, stepOf } from './totp.ts'

const now = new Date('2026-03-06T06:30:00.000Z')
const { secret } = newTotp('ivanova')
const codeIn = (seconds: number) => generateSync({ secret, epoch: now.getTime() / 1000 + seconds })
const present = latestStep(now) - 1

test.each([
  ['an earlier code', 0, present - 1, present],
  ['the same code', 0, present, undefined],
  ['the code of a device whose clock is one step ahead', 30, present, present + 1],
  ['every code shown before a restore', 30, latestStep(now), undefined],
  ['a code of a clock that was ahead for a day', 0, present + 2880, present],
])('after %s', (_, seconds, after, step) => {
  expect(stepOf({ secret, code: codeIn(seconds), now, after })).toBe(step)
})
