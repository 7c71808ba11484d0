import { inQuotes } from '@vypusk/contract'
import { oneLine } from '../../../platform/plain-text.ts'
import type { Content } from './layout.ts'

/** What an administrator may word anew; `{…}` stands for what only the moment of writing knows. */
export interface Wording {
  subject: string
  heading: string
  /** Paragraphs apart by empty lines. */
  text: string
  button: string
}

/** One kind of letter; its own wording is what it says until somebody words it anew. */
export interface Template extends Wording {
  /** What history and addresses know it by; never given to another. */
  id: number
  name: string
  /** Who gets it and when. */
  about: string
  /** What `{…}` may name, and what each is. */
  placeholders: Readonly<Record<string, string>>
  /** Without these the text would not tell what it is there for. */
  required?: readonly string[]
}

/** A letter before its words: what is put into them, and what nobody words anew. */
export interface Filling {
  values: Readonly<Record<string, string>>
  facts: Content['facts']
  /** Where the button leads. */
  href: string
  list?: Content['list']
  besides?: Content['besides']
  footer: string
}

const LONGEST_SUBJECT = 300
const PLACEHOLDER = /\{([^{}\n]*)\}/g
const BETWEEN_PARAGRAPHS = /\n(?:[ \t]*\n)+/

const PLACED = /(«?)\{([^{}\n]*)\}(»?)/g

/** In one go: a value that has braces of its own stays as it is, and one in quotes has the inner ones. */
const filled = (text: string, values: Filling['values']) =>
  text.replace(PLACED, (whole, before: string, name: string, after: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return before && after ? inQuotes(value) : `${before}${value}${after}`
  })

/** The letter: paragraphs are parted before they are filled, so that a value keeps its own empty lines. */
export const composed = (wording: Wording, { values, facts, href, list, besides, footer }: Filling): Content => ({
  subject: oneLine(filled(wording.subject, values)).slice(0, LONGEST_SUBJECT),
  heading: oneLine(filled(wording.heading, values)),
  paragraphs: wording.text
    .split(BETWEEN_PARAGRAPHS)
    .map((paragraph) => filled(paragraph, values).trim())
    .filter((paragraph) => paragraph !== ''),
  facts,
  button: { text: oneLine(filled(wording.button, values)), href },
  ...(list ? { list } : {}),
  ...(besides ? { besides } : {}),
  footer,
})

/** The wording alone, of whatever else comes with it. */
export const wordingOf = ({ subject, heading, text, button }: Wording): Wording => ({ subject, heading, text, button })

const namesIn = (text: string) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
const inBraces = (names: string[]) => names.map((name) => `{${name}}`).join(', ')

function faultOf(text: string, known: string[]): string | null {
  const unknown = namesIn(text).find((name) => !known.includes(name))
  if (unknown !== undefined) return `Подстановки {${unknown}} у этого письма нет. Есть: ${inBraces(known)}`
  return /[{}]/.test(text.replace(PLACEHOLDER, '')) ? 'Фигурная скобка без пары: скобками выделяют подстановки' : null
}

/** What is wrong with a wording, by field; an empty object when nothing is. */
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
