/** The tree that check-rules.mjs creates: one violation of each rule. */

import { rooms as order } from './rooms.mjs'

const server = 'packages/server/src'
const web = 'packages/web/src'
const rooms = `${server}/domains`
const leaf = 'export const leaf = 1\n'

const imports = (...paths) => paths.map((path, index) => `export { leaf as leaf${index} } from '${path}'\n`).join('')

/** Every room imports a file that is not a port, and a room after it. */
const roomPlants = Object.fromEntries(
  order.flatMap((room, index, all) => [
    [`${rooms}/${room}/port.ts`, leaf],
    [`${rooms}/${room}/asks.ts`, imports(`../${all[index + 1] ?? 'health'}/${all[index + 1] ? 'port' : 'asks'}.ts`)],
  ]),
)

/** Path → text. Files import only from this tree, so that each violates just the rule that its name suggests. */
export const plants = {
  ...roomPlants,
  'packages/server/migrations/0001_elsewhere.sql': 'create table public.elsewhere (id integer);\n',
  'packages/contract/src/leaf.ts': leaf,
  'packages/contract/src/to-server.ts': imports('../../server/src/platform/leaf.ts'),
  'packages/contract/src/circle-a.ts': imports('./circle-b.ts'),
  'packages/contract/src/circle-b.ts': imports('./circle-a.ts'),
  'packages/contract/src/nowhere.ts': imports('./no-such-file.ts'),
  [`${server}/leaf.ts`]: leaf,
  [`${server}/leaf.test.ts`]: leaf,
  [`${server}/to-test.ts`]: imports('./leaf.test.ts'),
  [`${server}/to-web.ts`]: imports('../../web/src/ui/leaf.ts'),
  [`${server}/platform/leaf.ts`]: leaf,
  [`${server}/platform/documents/zipped/zip.ts`]: leaf,
  [`${server}/platform/packs.ts`]: imports('./documents/zipped/zip.ts'),
  [`${server}/platform/refusal.ts`]: imports('./leaf.ts'),
  [`${server}/platform/to-domain.ts`]: imports('../domains/auth/port.ts'),
  [`${rooms}/auth/up.ts`]: imports('../../leaf.ts'),
  [`${rooms}/cellar/port.ts`]: imports('../../platform/leaf.ts'),
  [`${rooms}/planning/policy.ts`]: imports('../../platform/leaf.ts'),
  [`${rooms}/planning/room.ts`]: imports('./store.ts'),
  [`${rooms}/planning/routes.ts`]: imports('./store.ts'),
  [`${rooms}/planning/commands.ts`]: imports('./routes.ts'),
  [`${rooms}/planning/queries.ts`]: imports('./store.ts'),
  [`${rooms}/planning/store.ts`]: imports('./policy.ts'),
  [`${rooms}/planning/events.ts`]: imports('./policy.ts'),
  [`${rooms}/requests/import/up.ts`]: imports('../port.ts'),
  [`${rooms}/letters/templates/up.ts`]: imports('../port.ts'),
  [`${rooms}/letters/routes.ts`]: leaf,
  [`${rooms}/letters/port.ts`]: imports('./routes.ts'),
  [`${web}/ui/leaf.ts`]: leaf,
  [`${web}/routes.tsx`]: `export const leaf = <i title="">{1}</i>\n`,
  [`${web}/to-server.ts`]: imports('../../server/src/platform/leaf.ts'),
  [`${web}/ui/Leaf.module.css`]: '.leaf {\n  font-size: 17px;\n}\n',
  [`${web}/ui/up.ts`]: imports('../components/leaf.ts'),
  [`${web}/components/leaf.ts`]: leaf,
  [`${web}/components/shared/leaf.ts`]: leaf,
  [`${web}/components/kit/aside.ts`]: imports('../shared/leaf.ts'),
  [`${web}/components/Up.tsx`]: `${imports('../features/a/leaf.ts')}export const Up = () => <i>{1}</i>\n`,
  [`${web}/features/a/leaf.ts`]: leaf,
  [`${web}/features/a/up.ts`]: imports('../../routes.tsx'),
  [`${web}/features/b/aside.ts`]: imports('../a/leaf.ts'),
}

// Split, because the linter checks this file too.
const later = ['TO', 'DO'].join('')
const blind = ['@ts', 'ignore'].join('-')
const lines = (count) => 'leaf()\n'.repeat(count)
const at = (path, text) => ({ path, text })

/** Rule, as oxlint names it → the file that violates it. */
export const lintPlants = {
  'house(own-clock)': at(`${server}/platform/embedded/clock.ts`, 'export const now = () => new Date()\n'),
  'house(own-day)': at(
    `${server}/demo/day.ts`,
    'export const day = (clock) => clock.now().toISOString().slice(0, 10)\n',
  ),
  'house(own-today)': [
    at(`${web}/ui/this-year.ts`, 'export const year = () => new Date().getFullYear()\n'),
    at(`${web}/ui/tomorrow.ts`, "export const tomorrow = (dayjs) => dayjs().add(1, 'day')\n"),
  ],
  'eslint(no-restricted-imports)': at(
    `${server}/platform/embedded/folder.ts`,
    "import { mkdir } from 'node:fs/promises'\n\nexport const make = (path) => mkdir(path, { recursive: true })\n",
  ),
  'house(sql-clock)': at(`${rooms}/auth/queries/late.ts`, 'export const late = () => `select now()`\n'),
  'house(chance)': at(`${rooms}/auth/rules/dice.ts`, 'export const dice = () => Math.random()\n'),
  'house(own-tables)': [
    at(
      `${rooms}/requests/queries/foreign.ts`,
      "export const foreign = (db) => db.selectFrom('users as u').select('u.id')\n",
    ),
    at(
      `${rooms}/requests/queries/upward.ts`,
      "export const up = (db) => db.selectFrom('x').leftJoin('shared_releases as r')\n",
    ),
    at(`${rooms}/requests/queries/in-sql.ts`, 'export const inSql = () => `select from requests, users`\n'),
    at(
      `${rooms}/administration/store.ts`,
      "export const writing = (db) => db.updateTable('users').set({ name: '' })\n",
    ),
    at(`${server}/platform/knowing.ts`, 'export const knowing = () => `select 1 from requests`\n'),
    at(`${server}/platform/runtime/places.ts`, "export const places = ['release_files']\n"),
    at(`${rooms}/agreements/queries/by-name.ts`, "export const byName = (sql) => sql.table('letters')\n"),
    at(`${rooms}/finding/store.ts`, "export const adding = (rows) => insertRows(tx, 'users', rows)\n"),
    at(`${rooms}/agreements/queries/in-ticks.ts`, 'export const inTicks = (db) => db.selectFrom(`files as f`)\n'),
  ],
  'house(styled-class)': at(
    `${web}/ui/Bare.tsx`,
    "import classes from './Leaf.module.css'\nexport const Bare = () => <i className={classes.bare}>{1}</i>\n",
  ),
  'house(iterated-stream)': at(
    `${web}/ui/pieces.ts`,
    'export async function pieces(body) {\n  for await (const piece of body) console.log(piece)\n}\n',
  ),
  'house(declared-change)': at(
    `${web}/features/a/anew.ts`,
    'export const anew = (client) => client.invalidateQueries()\n',
  ),
  'house(one-word)': [
    at(`${web}/ui/words.ts`, "export const words = 'Перевести на шаг'\n"),
    at(`${web}/ui/whom.ts`, "export const whom = 'Добавить адресата'\n"),
  ],
  'house(plain-name)': [
    at(`${web}/ui/standing.ts`, 'export interface Standing {\n  id: number\n}\n'),
    at(`${server}/tellers.ts`, 'export const tell = () => 1\n'),
    at(`${server}/givers.ts`, 'export function read(given: string) {\n  return given\n}\n'),
  ],
  'house(own-limit)': [
    at(
      `${server}/hurried.test.ts`,
      "import { expect, test } from 'vitest'\ntest('a', () => expect(1).toBe(1), 5000)\n",
    ),
    at(
      `${server}/impatient.test.ts`,
      "import { expect, test } from 'vitest'\ntest('a', async () => expect.poll(() => 1, { timeout: 5000 }).toBe(1))\n",
    ),
  ],
  'house(written-once)': at(
    `${rooms}/auth/queries/again.ts`,
    "export const again = (db) => db.selectFrom('users').select('id').execute()\n",
  ),
  'house(locks-in-store)': at(
    `${rooms}/auth/queries/locked.ts`,
    "export const locked = (db) => db.selectFrom('users').select('id').forUpdate()\n",
  ),
  'house(many-rows)': [
    at(`${rooms}/finding/store/rows.ts`, "export const add = (db, rows) => db.insertInto('x').values(rows)\n"),
    at(`${rooms}/finding/store/map.ts`, "export const add = (db, x) => db.insertInto('x').values(x.map(Number))\n"),
  ],
  'house(sql-in-its-place)': [
    at(`${rooms}/auth/commands/reading.ts`, "export const read = (db) => db.selectFrom('users').select('id')\n"),
    at(`${rooms}/auth/commands/adding.ts`, "export const add = (tx, rows) => insertRows(tx, 'users', rows)\n"),
    at(`${rooms}/finding/commands.ts`, 'export const isOver = (sql) => sql`true`\n'),
    at(`${rooms}/auth/port/sending.ts`, 'export const sent = (query) => query.executeTakeFirst()\n'),
    at(`${rooms}/requests/import/looking.ts`, "export const look = (db) => db.selectFrom('requests').select('id')\n"),
    at(`${rooms}/files/room.ts`, "export const gone = (tx) => tx.deleteFrom('files')\n"),
    at(`${rooms}/auth/routes.ts`, "import { sql } from 'kysely'\nexport const nothing = sql.lit(1)\n"),
  ],
  'eslint(max-lines)': at(`${server}/long.ts`, `const leaf = () => 1\n${lines(301)}export {}\n`),
  'eslint(max-lines-per-function)': at(
    `${server}/tall.ts`,
    `const leaf = () => 1\nexport function tall() {\n${lines(41)}}\n`,
  ),
  'eslint(no-warning-comments)': at(`${server}/later.ts`, `// ${later} write\nexport const later = 1\n`),
  'eslint(no-console)': at(`${server}/loud.ts`, "console.log('leaf')\nexport {}\n"),
  'oxc(no-barrel-file)': at(`${server}/barrel.ts`, "export * from './leaf.ts'\n"),
  'typescript(ban-ts-comment)': at(`${server}/blind.ts`, `// ${blind}\nexport const blind: number = 'one'\n`),
  'typescript(no-explicit-any)': at(`${server}/loose.ts`, 'export const loose: any = 1\n'),
  'typescript(no-floating-promises)': at(`${server}/adrift.ts`, "fetch('/')\nexport {}\n"),
  'typescript(no-non-null-assertion)': at(`${server}/sure.ts`, "export const sure = 'a'.at(0)!\n"),
  'vitest(no-disabled-tests)': at(
    `${server}/asleep.test.ts`,
    "import { expect, it } from 'vitest'\nit.skip('sleeps', () => {\n  expect(1).toBe(1)\n})\n",
  ),
}
