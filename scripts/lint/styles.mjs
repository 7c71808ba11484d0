import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The rule's name in reports, like the names of the rules in .dependency-cruiser.cjs. */
export const STYLE_TOKENS = 'style-tokens'

const MOST_LINES = 300
const TOKENS = 'packages/web/src/ui/theme/tokens.css'

/** `--space-2: 8px` → ['8px', '--space-2'] */
const spacesIn = (tokens) =>
  new Map([...tokens.matchAll(/(--space[\w-]*): (\d+px);/g)].map(([, name, size]) => [size, name]))

function faultsOf(css, spaces) {
  const faults = css.split('\n').length > MOST_LINES ? [`is longer than ${MOST_LINES} lines`] : []
  for (const [, size] of css.matchAll(/font-size: ([\d.]+(?:px|rem));/g))
    faults.push(`writes the size ${size} instead of a --size`)
  for (const [, value] of css.matchAll(/(?:gap|padding[\w-]*|margin[\w-]*): ([^;]*);/g)) {
    for (const [size] of value.matchAll(/(?<![\w.-])\d+px\b/g)) {
      if (spaces.has(size)) faults.push(`writes ${size} instead of var(${spaces.get(size)})`)
    }
  }
  return faults
}

/**
 * Checks that style sheets take font sizes and spacing steps from tokens.css, and that they are no longer than code
 * files may be.
 * @param {string} root
 * @returns {string[]} `file: what is wrong`
 */
export function styleFaults(root) {
  const spaces = existsSync(join(root, TOKENS)) ? spacesIn(readFileSync(join(root, TOKENS), 'utf8')) : new Map()
  return globSync('packages/web/src/**/*.css', { cwd: root })
    .filter((path) => path !== TOKENS)
    .flatMap((path) => faultsOf(readFileSync(join(root, path), 'utf8'), spaces).map((fault) => `${path} ${fault}`))
}
