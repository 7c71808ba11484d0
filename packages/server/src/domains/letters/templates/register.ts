import { agreementTemplates } from './register-agreements.ts'
import { offerTemplates } from './register-offers.ts'
import { otherTemplates } from './register-others.ts'
import { scopeTemplates } from './register-scopes.ts'
import { threadTemplates } from './register-threads.ts'
import { trialTemplates } from './register-trials.ts'
import { htmlOf, textOf } from './layout.ts'
import { composed, wordingOf, type Filling, type Template, type Wording } from './wording.ts'

/** Every letter of the product, by its name in the code. */
export const TEMPLATES = {
  ...agreementTemplates,
  ...offerTemplates,
  ...scopeTemplates,
  ...otherTemplates,
  ...threadTemplates,
  ...trialTemplates,
}

export type TemplateKey = keyof typeof TEMPLATES

/** A letter before its wording is applied: its template, and a value for each of its placeholders. */
export type LetterContent<Key extends TemplateKey = TemplateKey> = {
  [Each in Key]: Omit<Filling, 'values'> & {
    template: Each
    values: Record<keyof (typeof TEMPLATES)[Each]['placeholders'], string>
  }
}[Key]

/** All templates ordered by number. */
export const allTemplates: (Template & { key: TemplateKey })[] = (Object.keys(TEMPLATES) as TemplateKey[])
  .map((key) => ({ key, ...TEMPLATES[key] }))
  .toSorted((a, b) => a.id - b.id)

/** The wordings changed by administrators, by the template's number; null for fields with the original wording. */
export type Overrides = ReadonlyMap<number, { [Field in keyof Wording]: string | null }>

/** The current wording of a letter. */
export function wordsNow(template: Template, overrides: Overrides): Wording {
  const { subject, heading, text, button } = overrides.get(template.id) ?? {}
  const own = wordingOf(template)
  return {
    subject: subject ?? own.subject,
    heading: heading ?? own.heading,
    text: text ?? own.text,
    button: button ?? own.button,
  }
}

/**
 * The letter as it is sent.
 * @param proof a line below the footer: the hash of the day
 */
export function letterOf(
  letter: LetterContent,
  overrides: Overrides,
  proof = '',
): { subject: string; html: string; text: string } {
  const content = { ...composed(wordsNow(TEMPLATES[letter.template], overrides), letter), proof }
  return { subject: content.subject, html: htmlOf(content), text: textOf(content) }
}
