import { beginningOf, inQuotes, asSentence } from '@vypusk/contract'
import { oneLine } from '../../../platform/text/plain-text.ts'
import type { Content } from './layout.ts'

/** The wording that an administrator may change; `{…}` are placeholders for values known when a letter is written. */
export interface Wording {
  subject: string
  heading: string
  /** Paragraphs separated by empty lines. */
  text: string
  button: string
}

/** One kind of letter; its own wording is used until an administrator changes it. */
export interface Template extends Wording {
  /** The number used in the history and in addresses; never reused. */
  id: number
  name: string
  /** Who gets it and when. */
  about: string
  /** The available placeholders and what each stands for. */
  placeholders: Readonly<Record<string, string>>
  /** Placeholders that the text must contain to serve its purpose. */
  required?: readonly string[]
}

/** The content of a letter apart from its wording: the values of placeholders, and what cannot be reworded. */
export interface Filling {
  values: Readonly<Record<string, string>>
  facts: Content['facts']
  /** Where the button leads. */
  href: string
  list?: Content['list']
  secondary?: Content['secondary']
  footer: string
}

const LONGEST_SUBJECT = 300
const PLACEHOLDER = /\{([^{}\n]*)\}/g
const BETWEEN_PARAGRAPHS = /\n(?:[ \t]*\n)+/

const PLACED = /(«?)\{([^{}\n]*)\}(»?)(\.(?!\.))?/g

/**
 * Fills placeholders in one pass: braces in a value stay as they are, a quoted value gets inner quotes, and one that ends
 * its sentence itself gets no second full stop, whatever the wording of an administrator.
 */
const filled = (text: string, values: Filling['values']) =>
  text.replace(PLACED, (whole, before: string, name: string, after: string, stop = '') => {
    const value = values[name]
    if (value === undefined) return whole
    if (before && after) return `${inQuotes(value)}${stop}`
    return !after && stop ? `${before}${asSentence(value)}` : `${before}${value}${after}${stop}`
  })

/** Composes the letter. Paragraphs are separated before they are filled, so that a value keeps its own empty lines. */
export const composed = (wording: Wording, { values, facts, href, list, secondary, footer }: Filling): Content => ({
  subject: beginningOf(oneLine(filled(wording.subject, values)), LONGEST_SUBJECT),
  heading: oneLine(filled(wording.heading, values)),
  paragraphs: wording.text
    .split(BETWEEN_PARAGRAPHS)
    .map((paragraph) => filled(paragraph, values).trim())
    .filter((paragraph) => paragraph !== ''),
  facts,
  button: { text: oneLine(filled(wording.button, values)), href },
  ...(list ? { list } : {}),
  ...(secondary ? { secondary } : {}),
  footer,
})

/** Only the wording of an object that has more fields. */
export const wordingOf = ({ subject, heading, text, button }: Wording): Wording => ({ subject, heading, text, button })

const namesIn = (text: string) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
const inBraces = (names: string[]) => names.map((name) => `{${name}}`).join(', ')

function faultOf(text: string, known: string[]): string | null {
  const unknown = namesIn(text).find((name) => !known.includes(name))
  if (unknown !== undefined) return `Подстановки {${unknown}} у этого письма нет. Есть: ${inBraces(known)}`
  return /[{}]/.test(text.replace(PLACEHOLDER, '')) ? 'Фигурная скобка без пары: скобками выделяют подстановки' : null
}

/** The errors of a wording, by field; an empty object if there are none. */
export function faultsOf({ placeholders, required = [] }: Template, wording: Wording): Record<string, string[]> {
  const known = Object.keys(placeholders)
  const faults = Object.entries(wordingOf(wording)).flatMap(([field, text]) => {
    const fault = faultOf(text, known)
    return fault === null ? [] : [[field, [fault]] as const]
  })
  const missing = required.find((name) => !namesIn(wording.text).includes(name))
  const lacking = missing && `В тексте нужна подстановка {${missing}}: ${placeholders[missing]}`
  return { ...(lacking ? { text: [lacking] } : {}), ...Object.fromEntries(faults) }
}
