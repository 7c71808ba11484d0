import { testRightsOf } from './rights-of.ts'

/**
 * One caller for each kind of rights that rights.test.ts leaves out; anonymous callers, tokens and ended sessions are
 * covered by the full run and house.test.ts.
 */
testRightsOf(['stranger', 'manager', 'unregistered'])
