import { agreements } from '@vypusk/contract'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AgreementDot } from './AgreementStatus.tsx'

const drawn = (status: number) => {
  const { container, unmount } = render(<AgreementDot status={status} />)
  const paths = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))
  unmount()
  return paths
}

it('strikes out only what nobody is asked for any more', () => {
  const [strike] = drawn(-1)
  const struck = [-1, agreements.CALLED_OFF, agreements.PASSED, agreements.DATE_WITHDRAWN]
  const others = [0, 1, 2, agreements.PUBLISHED, agreements.PROVIDER_TURN]
  expect(struck.map(drawn)).toEqual(struck.map(() => [strike]))
  for (const status of others) expect(drawn(status)).not.toContain(strike)
})

it('tells whose turn it is by the half of the circle', () => {
  expect(drawn(agreements.PROVIDER_TURN)).toHaveLength(1)
  expect(drawn(agreements.PROVIDER_TURN)).not.toEqual(drawn(1))
})
