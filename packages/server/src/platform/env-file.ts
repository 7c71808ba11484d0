/** A setting's name with its equals sign, or a line that is none. */
const BEGINNING = /[ \t]*(?:([A-Za-z_]\w*)[ \t]*=|([^\n]*)\n?)/y
/** After blanks a quoted part of a value, or the rest of it: up to a line's end that is not escaped. */
const PART = /[ \t]*(?:'([^']*)'|"((?:\\[^]|[^"\\])*)"|((?:\\[^]|[^\n\\])*))/y

/**
 * Reads `NAME=value` lines as systemd reads an EnvironmentFile, so that one file serves the unit and the commands
 * (systemd.exec(5); systemd's `env-file.c`):
 * - `#` and `;` begin a comment only at the beginning of a line, so a password may hold them;
 * - `'…'` is taken as it stands, `"…"` with `\"`, `\\`, `` \` `` and `\$` in it; both may go over several lines;
 * - outside quotes a backslash takes the next character as it stands, and at the end of a line joins the next one.
 * @returns names with their values, a later line before an earlier; and the numbers, from 1, of lines that say nothing
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

/** Blanks at the end are not meant, unless they were escaped. */
function restOf(text: string): string {
  const kept = /^(?:\\[^]|[^\\])*?(?=[ \t]*$)/.exec(text)?.[0] ?? text
  return kept.replace(/\\(?:\n|([^]))/g, '$1')
}
