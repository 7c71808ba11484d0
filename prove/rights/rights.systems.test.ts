import { testRightsOf } from './rights-of.ts'

/**
 * One caller for each kind of rights; anonymous callers, tokens and ended sessions are covered by the full run and
 * house.test.ts.
 */
testRightsOf(['client', 'stranger', 'manager', 'unregistered'])
