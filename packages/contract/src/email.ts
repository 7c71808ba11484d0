import { line } from './values.ts'

/** The longest address that fits into an envelope, and the longest part of a domain (RFC 5321, 4.5.3.1.3; RFC 1035). */
const MOST_CHARACTERS = 254
const LONGEST_LABEL = 63
/** A domain may be written in any letters: «пример.рф» is the same as «xn--e1afmkfd.xn--p1ai». */
const SHAPE =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@((?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+))$/iu

/** The form of a domain that mail servers look for; null if no domain can be so. */
function asciiOf(domain: string): string | null {
  const address = `http://${domain}`
  const ascii = URL.canParse(address) ? new URL(address).hostname : null
  return ascii?.split('.').every(({ length }) => length <= LONGEST_LABEL) ? ascii : null
}

/**
 * Whether letters can be sent to the address. The mailer writes the domain as mail servers know it; everywhere else the
 * address stays as it was typed.
 */
export function isEmail(text: string): boolean {
  const domain = SHAPE.exec(text)?.[1]
  const ascii = domain === undefined ? null : asciiOf(domain)
  return ascii !== null && text.lastIndexOf('@') + 1 + ascii.length <= MOST_CHARACTERS
}

/** The address of a person or of somebody beside the system. */
export const emailAddress = line(MOST_CHARACTERS)
  .refine(isEmail, 'Адрес почты выглядит неверно')
  .meta({ format: 'idn-email' })
