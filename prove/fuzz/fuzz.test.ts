import { testRandomCalls } from './fuzz-of.ts'

// A few calls of each; the second tier sends more.
testRandomCalls({ runs: 4, seed: 20_261_122 })
