import { testRandomCalls } from './fuzz-of.ts'

testRandomCalls({ runs: 16, seed: 20_261_126 })
