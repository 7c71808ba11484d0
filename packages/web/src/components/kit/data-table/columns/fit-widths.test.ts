import { describe, expect, it } from 'vitest'
import { fitWidths, needOf, type Fitting } from './fit-widths.ts'

const column = (id: string, width: number, usual?: number, all = usual): Fitting => ({
  id,
  width,
  need: usual === undefined || all === undefined ? undefined : { usual, all },
  grows: id === 'title',
})

describe('distributing the width of a table', () => {
  it('uses the default widths when nothing is known of the cells', () => {
    expect(fitWidths([column('a', 100), column('b', 200)], 300)).toEqual({ a: 100, b: 200 })
  })

  it('moves width from empty columns to those that are cut off', () => {
    expect(fitWidths([column('empty', 300, 60), column('company', 100, 140)], 400)).toEqual({ empty: 60, company: 140 })
  })

  it('gives width first to titles that cannot be told apart, and the rest to the growing column', () => {
    const columns = [column('title', 200, 600), column('company', 100, 150), column('module', 100, 110)]
    expect(fitWidths(columns, 520)).toEqual({ title: 200, company: 100, module: 100 })
    expect(fitWidths(columns, 560)).toEqual({ title: 200, company: 115, module: 110 })
  })

  it('gives width to rarely cut columns when no others are cut', () => {
    const columns = [column('seldom', 100, 80, 150), column('often', 100, 130)]
    expect(fitWidths(columns, 230)).toEqual({ seldom: 100, often: 130 })
    expect(fitWidths(columns, 250)).toEqual({ seldom: 120, often: 130 })
  })

  it('gives width to columns that are needed whole, even when the table has to scroll sideways for it', () => {
    const status: Fitting = { ...column('status', 100, 90, 150), whole: true }
    const others = [column('title', 200, 600), column('company', 100, 150)]
    expect(fitWidths([status, ...others], 400)).toEqual({ status: 150, title: 200, company: 100 })
    expect(fitWidths([status, ...others], 450)).toEqual({ status: 150, title: 200, company: 100 })
  })

  it('narrows what is cut off anyway by a few pixels rather than scroll sideways for them', () => {
    const columns = [
      { ...column('status', 100, 150), whole: true },
      { ...column('title', 200, 400), grows: true },
    ]
    expect(fitWidths([...columns, column('company', 100)], 440)).toEqual({ status: 150, title: 190, company: 100 })
    expect(fitWidths([...columns, column('company', 100)], 410)).toEqual({ status: 150, title: 200, company: 100 })
  })

  it('does not give all the width to a column with one long word', () => {
    const columns = [column('word', 100, 900), column('title', 200, 900)]
    expect(fitWidths(columns, 800)).toEqual({ word: 160, title: 200 })
    expect(fitWidths(columns, 2000)).toEqual({ word: 300, title: 200 })
  })

  it('respects the minimum width of a column', () => {
    expect(fitWidths([column('id', 60, 20), column('company', 100, 500)], 160)).toEqual({ id: 44, company: 116 })
  })

  it('keeps the default widths when the table scrolls sideways and its cells need them', () => {
    expect(fitWidths([column('a', 300, 280), column('b', 300, 500)], 400)).toEqual({ a: 280, b: 300 })
  })
})

describe('what a column needs', () => {
  it('is in whole pixels that cut off no part of one', () => {
    expect(needOf([72.1, 72.4], 50)).toEqual({ usual: 73, all: 73 })
    expect(needOf([72.1, 72.4], 80)).toEqual({ usual: 80, all: 80 })
    expect(needOf([], 50)).toEqual({ usual: 50, all: 50 })
  })

  it('leaves a single long cell out of what is usual, but not one that is hardly longer', () => {
    const dates = Array.from({ length: 10 }, () => 71.9)
    expect(needOf([...dates, 72.6], 50)).toEqual({ usual: 73, all: 73 })
    expect(needOf([...dates, 140], 50)).toEqual({ usual: 72, all: 140 })
  })
})
