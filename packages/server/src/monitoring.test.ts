import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AggregatorRegistry } from 'prom-client'
import { parse } from 'yaml'
import { projectRoot } from './platform/runtime/places.ts'
import { figuresOfWorkers } from './platform/processes/figures.ts'
import { testApp } from './testing/app.ts'

/** The files in `deploy/monitoring` must only use metrics and labels that the product has. */

const read = (name: string) => readFile(join(projectRoot, 'deploy/monitoring', name), 'utf8')

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** This metric comes from Prometheus itself. */
const ITS_OWN = new Set(['up'])
const SUFFIX = /_(bucket|count|sum)$/
/** Names in an expression other than functions, labels and keywords. */
const namesIn = (expr: string) =>
  [
    ...expr
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '')
      .matchAll(/\b([a-z_]+(?:_[a-z0-9_]+)+|up)\b(?!\s*\()/g),
  ].map(([, name = '']) => name)

test('alerts and the dashboard only use existing metrics', async () => {
  const product = await testApp()
  const registries = [product.metrics.registry, figuresOfWorkers(() => ({ wanted: 2, serving: 1 }))]
  const known = (await Promise.all(registries.map((each) => each.getMetricsAsJSON()))).flat().map(({ name }) => name)
  await product.close()
  const alerts = (parse(await read('alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules)
  const { panels } = JSON.parse(await read('grafana.json')) as Dashboard
  const exprs = [...alerts.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
  const used = new Set(exprs.flatMap(namesIn))
  expect(
    [...used].filter(
      (name) => !known.includes(name.replace(SUFFIX, '')) && !known.includes(name) && !ITS_OWN.has(name),
    ),
  ).toEqual([])
  const own = known.filter((name) => name.startsWith('vypusk_'))
  expect(own.filter((name) => ![...used].some((each) => each.replace(SUFFIX, '') === name))).toEqual([])
  expect(alerts.filter(({ annotations }) => !/[А-Я]/.test(annotations.summary))).toEqual([])
})

test('for several workers, states are reported once and counts are added up', async () => {
  const product = await testApp()
  await product.app.inject('/api/health/live')
  const one = await product.metrics.registry.getMetricsAsJSON()
  await product.close()
  const lag = {
    ...one.find(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds')!,
    values: [{ value: 7, labels: {} }],
  }
  const text = await AggregatorRegistry.aggregate([
    one,
    [...one.filter(({ name }) => name !== lag.name), lag],
  ]).metrics()
  const figureOf = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    )
  expect([figureOf('vypusk_database_up'), figureOf('vypusk_build_info'), figureOf(lag.name)]).toEqual([1, 1, 7])
  expect(figureOf('vypusk_http_request_duration_seconds_count')).toBe(2)
})
