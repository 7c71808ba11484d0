// The rules of docs/architecture.md. scripts/check-rules.mjs plants a violation of each and expects a report.

/** In the order of docs/architecture.md: a room may import the ports of the rooms before it. */
const { rooms } = require('./scripts/lint/rooms.mjs')

const domains = '^packages/server/src/domains'
/** Refusals, abilities, the shape of a person, times that have passed, plain text, numbers in a search, working days: none does I/O. */
const pureBelow =
  '^packages/server/src/platform/(ability|elapsed|refusal|person|working-days|text/(number-in|plain-text))[.]ts$'
const test = '[.]test[.]tsx?$'
/** What the browser fetches of things that only this product has; the rest of `api` serves any product. */
const ofDomain = 'account|agreements|lookups|presence|registry-access|releases|scopes|waiting'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** A room imports only ports, and only of rooms before it. */
const roomRules = rooms.map((room, index) =>
  rule(
    `rooms-in-order-${room}`,
    'Domains import each other only through port.ts, in the order of docs/architecture.md',
    { path: `${domains}/${room}/`, pathNot: test },
    {
      path: `${domains}/`,
      pathNot: [`${domains}/${room}/`, ...rooms.slice(0, index).map((earlier) => `${domains}/${earlier}/port[.]ts$`)],
    },
  ),
)

/**
 * What the files of a room may import of their own room (docs/decisions/0151). All may import events, which name kinds
 * and their data; policy and rules are `pure`.
 */
const arrows = {
  room: 'routes|policy',
  routes: 'commands|queries|import',
  commands: 'queries|policy|rules|store|templates',
  queries: 'policy|rules|templates',
  store: 'rules',
  port: 'commands|queries|policy|rules|store',
  import: 'queries|rules|store',
  templates: 'rules',
  events: 'rules',
}

const inRoom = Object.entries(arrows).map(([file, allowed]) =>
  rule(
    `room-${file}`,
    `In a room ${file}.ts imports only ${allowed}|events`,
    { path: `${domains}/([^/]+)/${file}([.]ts$|/)`, pathNot: test },
    { path: `${domains}/$1/`, pathNot: `${domains}/$1/(${file}|${allowed}|events)([.]ts$|/)` },
  ),
)

module.exports = {
  forbidden: [
    rule('no-circular', 'No cycles', {}, { circular: true }),
    rule('not-unresolvable', 'Every import leads somewhere', {}, { couldNotResolve: true }),
    rule(
      'not-to-test',
      'Production code does not import tests or their helpers',
      { path: '^packages/[^/]+/src/', pathNot: [test, '^packages/server/src/testing/', '^packages/web/src/testing/'] },
      { path: [test, '^packages/[^/]+/src/testing/'] },
    ),
    rule(
      'contract-imports-zod-only',
      'The contract is shared by server and web: it imports only zod',
      { path: '^packages/contract/src/', pathNot: test },
      { pathNot: ['^packages/contract/src/', '^node_modules/zod/'] },
    ),
    rule(
      'server-not-web',
      'Server and web share only the contract',
      { path: '^packages/server/' },
      { path: '^packages/web/' },
    ),
    rule(
      'web-not-server',
      'Server and web share only the contract',
      { path: '^packages/web/' },
      { path: '^packages/server/' },
    ),
    rule(
      'platform-knows-no-domain',
      'The platform is the basis of every domain and imports none of them',
      { path: '^packages/server/src/platform/', pathNot: test },
      { path: '^packages/server/src/(?!platform/)' },
    ),
    rule(
      'packed-apart',
      'What writes books and packs archives holds up the thread it runs in: only what runs in one of its own calls it',
      { path: '^packages/server/src/', pathNot: [test, '[-/]apart[.]ts$', 'platform/documents/excel/book[.]ts$'] },
      { path: 'platform/documents/(zipped/zip|excel/book)[.]ts$' },
    ),
    rule(
      'domains-not-up',
      'The composition imports the domains, not the other way round',
      { path: `${domains}/`, pathNot: test },
      { path: '^packages/server/src/(?!platform/|domains/)' },
    ),
    rule(
      'known-room',
      'A new room gets its place in the order of docs/architecture.md',
      { path: `${domains}/`, pathNot: `${domains}/(${rooms.join('|')})/` },
      {},
    ),
    rule(
      'room-files',
      'A room has the files docs/architecture.md names, or folders of those names',
      {
        path: `${domains}/`,
        pathNot: [
          test,
          `${domains}/[^/]+/(room|routes|commands|queries|policy|rules|store|port|events)([.]ts$|/)`,
          `${domains}/letters/templates/`,
          `${domains}/requests/import/`,
        ],
      },
      {},
    ),
    ...roomRules,
    ...inRoom,
    rule(
      'pure',
      'policy and rules are pure: the contract, each other, and what is pure below them',
      { path: `${domains}/([^/]+)/(policy|rules)([.]ts$|/)`, pathNot: test },
      { pathNot: [`${domains}/$1/(policy|rules)([.]ts$|/)`, '^packages/contract/src/', pureBelow, '^(node:)?crypto$'] },
    ),
    rule(
      'pure-below',
      'What policy and rules import is pure as well',
      { path: pureBelow },
      { pathNot: ['^packages/contract/src/', pureBelow] },
    ),
    rule(
      'ui-knows-nothing',
      'ui does not import routes, queries or the domain; of the contract only how numbers are written',
      { path: '^packages/web/src/ui/' },
      { path: '^packages/(contract/src/(?!amounts[.]ts$)|web/src/(?!ui/))' },
    ),
    rule(
      'components-not-up',
      'routes → features → components → ui',
      { path: '^packages/web/src/components/', pathNot: test },
      { path: '^packages/web/src/(features/|routes|main)' },
    ),
    rule(
      'kit-knows-no-domain',
      'components/kit is independent of the domain; parts of the domain belong in components/shared',
      { path: '^packages/web/src/components/kit/', pathNot: test },
      { path: `^packages/web/src/(components/shared/|paths[.]ts|api/(${ofDomain})[.]ts)` },
    ),
    rule(
      'features-not-up',
      'routes → features → components → ui',
      { path: '^packages/web/src/features/', pathNot: test },
      { path: '^packages/web/src/(routes|main)' },
    ),
    rule(
      'features-apart',
      'No feature imports another: what two need moves to components',
      { path: '^packages/web/src/features/([^/]+)/', pathNot: test },
      { path: '^packages/web/src/features/', pathNot: '^packages/web/src/features/$1/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '[.]css$', '[.]svg$'] },
    // TypeScript 7 has no parser that tools can call; scripts/check-deps.mjs explains the workaround for this one.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
