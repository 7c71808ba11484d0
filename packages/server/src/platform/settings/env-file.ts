/** A setting's name with its equals sign, or a line that is not a setting. */
const BEGINNING = /[ \t]*(?:([A-Za-z_]\w*)[ \t]*=|([^\n]*)\n?)/y
/** A quoted part of a value after blanks, or the rest of it, up to an unescaped end of line. */
const PART = /[ \t]*(?:'([^']*)'|"((?:\\[^]|[^"\\])*)"|((?:\\[^]|[^\n\\])*))/y

/**
 * Reads `NAME=value` lines as systemd reads an EnvironmentFile, so that one file serves the unit and the commands
 * (systemd.exec(5); systemd's `env-file.c`):
 * - `#` and `;` begin a comment only at the beginning of a line, so a password may contain them;
 * - `'…'` is taken literally, `"…"` may contain `\"`, `\\`, `` \` `` and `\$`; both may span several lines;
 * - outside quotes a backslash makes the next character literal, and at the end of a line joins the next line to it.
 * @returns the values by name, where a later line overrides an earlier one; and the numbers, from 1, of invalid lines
 */
export function parseEnvFile(text: string): { values: Record<string, string>; wrong: number[] } {
  const values: Record<string, string> = {}
  const wrong: number[] = []
  const source = text.replaceAll('\r\n', '\n')
  for (let at = 0; at < source.length;) {
    const [whole = '', name, other = ''] = matchAt(BEGINNING, source, at)
    if (name) {
      const { value, end } = readValue(source, at + whole.length)
      values[name] = value
      at = end
    } else {
      if (!/^([#;]|$)/.test(other.trim())) wrong.push(source.slice(0, at).split('\n').length)
      at += whole.length || 1
    }
  }
  return { values, wrong }
}

function matchAt(sticky: RegExp, text: string, at: number): readonly string[] {
  sticky.lastIndex = at
  return sticky.exec(text) ?? ['']
}

function readValue(text: string, from: number): { value: string; end: number } {
  let value = ''
  for (let at = from; ;) {
    const [whole = '', single, double, rest] = matchAt(PART, text, at)
    at += whole.length
    if (single === undefined && double === undefined) return { value: value + restOf(rest ?? ''), end: at + 1 }
    value += single ?? doubleOf(double ?? '')
  }
}

const doubleOf = (text: string) => text.replace(/\\(?:\n|(["\\`$]))/g, '$1')

/** Trailing blanks are dropped unless they are escaped. */
function restOf(text: string): string {
  const kept = /^(?:\\[^]|[^\\])*?(?=[ \t]*$)/.exec(text)?.[0] ?? text
  return kept.replace(/\\(?:\n|([^]))/g, '$1')
}
