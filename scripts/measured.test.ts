import { describe, expect, it } from 'vitest'
import { casesOf, listsOf } from '../bench/lists/cases.ts'
import { samplesFrom } from '../bench/lists/samples.ts'

/** `bench/lists.ts` runs for minutes and stops at a filter without a value; this finds it before. */

const samples = samplesFrom({ from: '2026-01-01', to: '2026-02-01' } as Parameters<typeof samplesFrom>[0])

describe('the lists whose every filter and order is measured', () => {
  it.each(listsOf().map((list) => [list.name, list] as const))('%s has a value for each filter', (_, list) => {
    expect(casesOf(list, samples).length).toBeGreaterThan(0)
  })
})
