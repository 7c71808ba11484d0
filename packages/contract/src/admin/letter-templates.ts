import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { abilities, change, freeText, id, idText, line, message, version } from '../values.ts'

/** Wordings of the product's letters, which an administrator can change (product.md, "/admin"). */

const templateRow = z.object({
  id,
  name: z.string(),
  /** Who gets the letter, and when. */
  about: z.string(),
  /** The wording differs from the product's own. */
  is_changed: z.boolean(),
})
export type TemplateRow = z.output<typeof templateRow>

const written = (longest: number, empty: string) => line(longest, { empty, long: `Не длиннее ${longest} символов` })

/** Placeholders such as `{имя}` are filled in when the letter is written; empty lines separate paragraphs of `text`. */
export const wording = z.object({
  subject: written(200, 'Укажите тему'),
  heading: written(200, 'Укажите заголовок'),
  text: freeText(5000, 'Не длиннее 5000 символов')
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .min(1, 'Напишите текст'),
  button: written(60, 'Укажите надпись на кнопке'),
})
export type Wording = z.output<typeof wording>

const plainWording = z.object({ subject: z.string(), heading: z.string(), text: z.string(), button: z.string() })

const placeholder = z.object({
  name: z.string(),
  about: z.string(),
  example: z.string(),
  /** The wording must contain this placeholder. */
  is_required: z.boolean(),
})
export type Placeholder = z.output<typeof placeholder>

export const templateDetail = templateRow.extend({
  ...plainWording.shape,
  /** The product's own wording. */
  original: plainWording,
  placeholders: z.array(placeholder),
  /** 0 until the wording is changed for the first time. */
  version: z.int().min(0),
  history: z.array(change),
  abilities: abilities('test'),
})
export type TemplateDetail = z.output<typeof templateDetail>

const one = z.object({ id: idText })
const saved = z.object({ message, template: templateDetail })

export const list = endpoint({
  method: 'GET',
  path: '/admin/letters',
  access: 'admin',
  summary: 'Every letter the product writes: its name, who receives it, and whether its text was changed.',
  reply: z.object({ templates: z.array(templateRow) }),
})

export const get = endpoint({
  method: 'GET',
  path: '/admin/letters/:id',
  access: 'admin',
  summary:
    'The current and the original text of one letter, and the placeholders it may contain, with an example of each. 404 for no such letter.',
  params: one,
  reply: templateDetail,
})

export const save = endpoint({
  method: 'POST',
  path: '/admin/letters/:id',
  access: 'admin',
  summary:
    'Changes the text of a letter; letters written from now on use it. 422 under the field for a placeholder the letter does not have and for a text without a required one, 409 with `current` for a stale `version`.',
  params: one,
  body: wording.extend({ version }),
  reply: saved,
})

export const reset = endpoint({
  method: 'POST',
  path: '/admin/letters/:id/reset',
  access: 'admin',
  summary: "Restores the product's original text of a letter. 409 with `current` for a stale `version`.",
  params: one,
  body: z.object({ version }),
  reply: saved,
})

export const preview = endpoint({
  method: 'POST',
  path: '/admin/letters/:id/preview',
  access: 'admin',
  summary:
    'Shows the letter that a draft would produce, with plausible data. 422 as when saving it. Nothing is stored.',
  params: one,
  body: wording,
  reply: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  reads: true,
})

export const test = endpoint({
  method: 'POST',
  path: '/admin/letters/:id/test',
  access: 'admin',
  summary:
    "Sends the letter that a draft would produce to the caller's own address and waits at most 10 seconds for the mail server's answer; `detail` is the server's own text when it refuses. 422 as when saving it, and for a caller without an address.",
  params: one,
  body: wording,
  reply: z.object({ is_sent: z.boolean(), sentence: z.string(), detail: z.string().nullable() }),
})
