import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from './platform/places.ts'
import { testApp } from './testing/app.ts'

/** What is looked at by the files of `deploy/monitoring` has to be what the product tells, with the labels it has. */

const read = (name: string) => readFile(join(projectRoot, 'deploy/monitoring', name), 'utf8')

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** Prometheus tells this one itself. */
const ITS_OWN = new Set(['up'])
const SUFFIX = /_(bucket|count|sum)$/
/** In an expression what is neither a function, nor a label, nor a word of the language. */
const namesIn = (expr: string) =>
  [
    ...expr
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '')
      .matchAll(/\b([a-z_]+(?:_[a-z0-9_]+)+|up)\b(?!\s*\()/g),
  ].map(([, name = '']) => name)

test('alerts and the dashboard ask for figures there are', async () => {
  const product = await testApp()
  const known = (await product.metrics.registry.getMetricsAsJSON()).map(({ name }) => name)
  await product.close()
  const alerts = (parse(await read('alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules)
  const { panels } = JSON.parse(await read('grafana.json')) as Dashboard
  const exprs = [...alerts.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
  const asked = new Set(exprs.flatMap(namesIn))
  expect(
    [...asked].filter(
      (name) => !known.includes(name.replace(SUFFIX, '')) && !known.includes(name) && !ITS_OWN.has(name),
    ),
  ).toEqual([])
  const own = known.filter((name) => name.startsWith('vypusk_'))
  expect(own.filter((name) => ![...asked].some((each) => each.replace(SUFFIX, '') === name))).toEqual([])
  expect(alerts.filter(({ annotations }) => !/[А-Я]/.test(annotations.summary))).toEqual([])
})
