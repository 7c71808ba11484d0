import { agreementTemplates } from './register-agreements.ts'
import { offerTemplates } from './register-offers.ts'
import { otherTemplates } from './register-others.ts'
import { scopeTemplates } from './register-scopes.ts'
import { threadTemplates } from './register-threads.ts'
import { trialTemplates } from './register-trials.ts'
import { htmlOf, textOf } from './layout.ts'
import { composed, wordingOf, type Filling, type Template, type Wording } from './wording.ts'

/** Every letter the product writes, by what the code calls it. */
export const TEMPLATES = {
  ...agreementTemplates,
  ...offerTemplates,
  ...scopeTemplates,
  ...otherTemplates,
  ...threadTemplates,
  ...trialTemplates,
}

export type TemplateKey = keyof typeof TEMPLATES

/** A letter before its words: the template they come from, and a value for each of its placeholders. */
export type LetterContent<Key extends TemplateKey = TemplateKey> = {
  [Each in Key]: Omit<Filling, 'values'> & {
    template: Each
    values: Record<keyof (typeof TEMPLATES)[Each]['placeholders'], string>
  }
}[Key]

/** All of them in the order of their numbers. */
export const allTemplates: (Template & { key: TemplateKey })[] = (Object.keys(TEMPLATES) as TemplateKey[])
  .map((key) => ({ key, ...TEMPLATES[key] }))
  .toSorted((a, b) => a.id - b.id)

/** What an administrator has worded anew, by the template's number; null where its own words stand. */
export type Overrides = ReadonlyMap<number, { [Field in keyof Wording]: string | null }>

/** What a letter says now. */
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
 * The letter as it leaves.
 * @param proof a line under its foot: the sum of the day
 */
export function letterOf(
  letter: LetterContent,
  overrides: Overrides,
  proof = '',
): { subject: string; html: string; text: string } {
  const content = { ...composed(wordsNow(TEMPLATES[letter.template], overrides), letter), proof }
  return { subject: content.subject, html: htmlOf(content), text: textOf(content) }
}
