import type { Random } from './random.ts'
import type { Subject } from './subjects.ts'
import { bringSentences, longTails, slots, textSentences, titleTemplates } from './templates.ts'

const LONGEST_TITLE = 500

/** A title for this type of request about something from this module. */
export function titleFor(random: Random, type_id: number, subject: Subject): string {
  const template = random.pick(titleTemplates[type_id] ?? [])
  const [one = '', many = ''] = random.pick(subject.things).split('|')
  return fill(random, template, { one, many })
}

/** A long title as some people write them: a whole story, up to the limit of 500 characters. */
export function longTitle(random: Random, title: string): string {
  const story = [title, ...random.some(longTails, random.int(2, 4))].join('; ')
  return story.length <= LONGEST_TITLE ? story : story.slice(0, story.lastIndexOf(';', LONGEST_TITLE))
}

/** Plain text in one to three paragraphs. */
export function textFor(random: Random): string {
  const paragraphs = [random.pick(textSentences.why), random.pick(textSentences.what), random.pick(textSentences.how)]
  const from = random.weighted([
    [2, 50],
    [1, 32],
    [0, 18],
  ])
  return fill(random, paragraphs.slice(from).join('\n\n'), {})
}

/** HTML for a release description: paragraphs, sometimes a list. */
export function descriptionFor(random: Random, title: string): string {
  const sentences = random.some(bringSentences, random.int(1, 3))
  const head = `<p>${escapeHtml(title)}.</p>`
  if (sentences.length === 1) return `${head}<p>${sentences[0]}</p>`
  return `${head}<ul>${sentences.map((sentence) => `<li>${sentence}</li>`).join('')}</ul>`
}

export const escapeHtml = (text: string): string =>
  !/[&<>"]/.test(text)
    ? text
    : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * Templates such as «Выгрузка {many} в {format}» split at their slots: text at even positions, names of slots at odd
 * ones.
 */
const cut = new Map<string, string[]>()

function fill(random: Random, template: string, words: Record<string, string>): string {
  const parts = cut.get(template) ?? template.split(/[{}]/)
  cut.set(template, parts)
  let text = ''
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? ''
    text += index % 2 === 0 ? part : slotText(random, part, words)
  }
  return text
}

function slotText(random: Random, slot: string, words: Record<string, string>): string {
  if (slot === 'number') return String(random.int(120, 9899))
  return words[slot] ?? random.pick(slots[slot] ?? [])
}
