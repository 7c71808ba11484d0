import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { health } from '@vypusk/contract'
import { PATIENCE_MS } from '../packages/server/src/platform/ending.ts'
import { parseEnvFile } from '../packages/server/src/platform/env-file.ts'
import { readSettings, settingNames } from '../packages/server/src/platform/settings.ts'

/** What an installation is made by has to fit what is installed; neither Docker nor a cluster is needed to see that. */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json'))
const START = 'packages/server/src/main.ts'
/** Node.js and the C library read these. */
const ALSO = ['NODE_ENV', 'TZ', 'NODE_EXTRA_CA_CERTS']
const unknownOf = (names: string[]) => names.filter((name) => ![...settingNames, ...ALSO].includes(name))

test('the start script begins what the others begin', () => {
  expect(manifest.scripts.start).toBe(`exec node ${START}`)
  expect(existsSync(join(root, START))).toBe(true)
})

test('the README has every setting, and no other', () => {
  const named = [...read('README.md').matchAll(/^\| (`[A-Z\d_]+`(?:, `[A-Z\d_]+`)*) \|/gm)]
    .flatMap(([, cell = '']) => cell.split(', '))
    .map((name) => name.replaceAll('`', ''))
  expect(settingNames.filter((name) => !named.includes(name))).toEqual([])
  expect(unknownOf(named)).toEqual([])
})

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n')
  const copied = lines.flatMap((line) => {
    const words = /^COPY (?!--from)(.+)$/.exec(line)?.[1]?.split(' ') ?? []
    return words.slice(0, -1)
  })

  test('copies what is there', () => {
    expect(copied).not.toEqual([])
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('knows the package file of every workspace before it installs', () => {
    const workspaces = Object.entries<{ link?: boolean; resolved?: string }>(
      JSON.parse(read('package-lock.json')).packages,
    ).flatMap(([, { link, resolved }]) => (link && resolved ? [`${resolved}/package.json`] : []))
    expect(workspaces).not.toEqual([])
    // Once for the pages, once for the server.
    const twice = (path: string) => copied.filter((each) => each === path).length === 2
    expect(workspaces.filter((path) => !twice(path))).toEqual([])
  })

  test('runs the Node.js of package.json, as nobody of importance, by settings there are', () => {
    const images = lines.flatMap((line) => /^FROM node:([\d.]+)-/.exec(line)?.[1] ?? [])
    expect(new Set(images)).toEqual(new Set([manifest.devDependencies.node]))
    expect(lines).toContain('USER node')
    const env = lines.find((line) => line.startsWith('ENV '))?.slice(4) ?? ''
    const set = Object.fromEntries(env.split(' ').map((pair) => pair.split('=')))
    expect(unknownOf(Object.keys(set))).toEqual([])
    expect(lines).toContain(`EXPOSE ${set['PORT']} ${set['METRICS_PORT']}`)
    expect(lines.at(-2)).toBe(`CMD ["node", "${START}"]`)
    expect(lines.join('\n')).toContain(`/api${health.ready.path}`)
  })
})

const seconds = (text: string) => Number(/^(\d+)s?$/.exec(text)?.[1])

test('compose.yaml gives settings there are, and more time than the end takes', () => {
  const { services, volumes } = parse(read('compose.yaml'))
  const given = Object.keys(services.app.environment)
  expect(unknownOf(given)).toEqual([])
  // What the image says itself, and what needs another database than the one beside.
  const not = ['VYPUSK_ENV_FILE', 'PORT', 'HOST', 'DATA_DIR', 'METRICS_PORT', 'DATABASE_DIRECT_URL']
  expect(settingNames.filter((name) => !given.includes(name)).toSorted()).toEqual(not.toSorted())
  const secret = services.app.environment.DATABASE_PASSWORD
  expect(secret).toBe(services.database.environment.POSTGRES_PASSWORD)
  expect(services.app.environment.DATABASE_URL).not.toContain('$')
  expect(seconds(services.app.stop_grace_period) * 1000).toBeGreaterThan(PATIENCE_MS)
  expect(services.app.depends_on.database.condition).toBe('service_healthy')
  const named = Object.values<{ volumes: string[] }>(services).flatMap((one) =>
    one.volumes.map((each) => each.split(':')[0]),
  )
  expect(named).toEqual(Object.keys(volumes))
})

test('vypusk.service starts the product where it keeps its data, and waits for its end', () => {
  const unit = read('deploy/vypusk.service')
  const valuesOf = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const valueOf = (key: string) => valuesOf(key).join()
  expect(valueOf('ExecStart')).toBe(`${valueOf('WorkingDirectory')}/node_modules/.bin/node ${START}`)
  const set = Object.fromEntries(valuesOf('Environment').map((pair) => pair.split('=')))
  expect(unknownOf(Object.keys(set))).toEqual([])
  expect(set['VYPUSK_ENV_FILE']).toBe('/etc/vypusk/vypusk.env')
  const { values, wrong } = parseEnvFile(read('deploy/vypusk.env'))
  expect(wrong).toEqual([])
  expect(() => readSettings(values)).not.toThrow()
  expect(unknownOf(Object.keys(values))).toEqual([])
  expect(values['DATA_DIR']).toBe(`/var/lib/${valueOf('StateDirectory')}`)
  expect(seconds(valueOf('TimeoutStopSec')) * 1000).toBeGreaterThan(PATIENCE_MS)
  expect(valueOf('NoNewPrivileges')).toBe('yes')
})

describe('the manifests of Kubernetes', () => {
  const all = ['settings', 'secret', 'deployment', 'service'].flatMap((name) =>
    parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)).map((document) => document.toJS()),
  )
  const one = (kind: string) => all.find((each) => each.kind === kind)
  const { spec, metadata } = one('Deployment').spec.template
  const [container] = spec.containers

  test('give settings there are', () => {
    expect(unknownOf(Object.keys({ ...one('ConfigMap').data, ...one('Secret').stringData }))).toEqual([])
    const from = container.envFrom.map((each: object) => Object.entries(each)[0])
    expect(from).toEqual([
      ['configMapRef', { name: one('ConfigMap').metadata.name }],
      ['secretRef', { name: one('Secret').metadata.name }],
    ])
  })

  test('ask for health where it is answered, at ports the image opens', () => {
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container[probe].httpGet.path)
    expect(paths).toEqual([health.live, health.live, health.ready].map(({ path }) => `/api${path}`))
    const ports = container.ports.map(({ containerPort }: { containerPort: number }) => containerPort)
    expect(read('Dockerfile')).toContain(`EXPOSE ${ports.join(' ')}`)
    expect(metadata.annotations['prometheus.io/port']).toBe(String(ports[1]))
  })

  test('lead to the same processes, and give them more time than their end takes', () => {
    const labels = metadata.labels
    expect(one('Deployment').spec.selector.matchLabels).toEqual(labels)
    expect(one('Service').spec.selector).toEqual(labels)
    expect(one('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    const [{ http }] = one('Ingress').spec.rules
    expect(http.paths[0].backend.service.name).toBe(one('Service').metadata.name)
    expect(spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(PATIENCE_MS + 5000)
  })
})

test('the service may write its daily copies where vypusk.env says that they are', () => {
  const [, folder = ''] = /^# BACKUP_DIR=(.+)$/m.exec(read('deploy/vypusk.env')) ?? []
  expect(folder).toMatch(/^\//)
  expect(read('deploy/vypusk.service')).toContain(`ReadWritePaths=-${folder}\n`)
  const { services } = parse(read('compose.yaml'))
  const mounts = services.app.volumes.map((each: string) => each.split(':')[1])
  expect(mounts).toContain(/:-(.+)\}/.exec(services.app.environment.BACKUP_DIR)?.[1])
})
