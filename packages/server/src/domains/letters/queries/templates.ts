import type { letterTemplates } from '@vypusk/contract'
import { abilityOf } from '../../../platform/ability.ts'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { today, type Clock } from '../../../platform/clock.ts'
import { dailyHeads, headInWords } from '../../../platform/chain/daily-head.ts'
import { historyOf } from '../../../platform/history.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { mayTest, reasons } from '../policy.ts'
import { allTemplates, wordsNow, type Overrides } from '../templates/register.ts'
import { sampleOf } from '../templates/samples.ts'
import { wordingOf, type Template } from '../templates/wording.ts'

const rows = statement((db) =>
  db.selectFrom('letter_templates').select(['id', 'subject', 'heading', 'text', 'button', 'version']),
)

/** What all letters share: the changed wordings, and the line below the footer. */
export async function groundOf(db: Db, clock: Clock): Promise<{ overrides: Overrides; proof: string }> {
  const [overrides, heads] = await Promise.all([overridesOf(db), dailyHeads(db, today(clock), 1)])
  return { overrides, proof: heads.map(headInWords).join('') }
}

/** All wordings that administrators have changed; there are few templates. */
export const overridesOf = async (db: Db): Promise<Overrides> =>
  new Map((await rows.all(db, {})).map(({ id, ...row }) => [id, row]))

/** The current subject of each letter, by the template's number. */
export async function subjectsOf(db: Db): Promise<Map<number, string>> {
  const overrides = await overridesOf(db)
  return new Map(allTemplates.map((template) => [template.id, wordsNow(template, overrides).subject]))
}

type TemplateEntry = (typeof allTemplates)[number]

/** @throws 404 if there is no such template */
export function templateBy(id: number): TemplateEntry {
  const template = allTemplates.find((each) => each.id === id)
  if (!template) throw refuseWith(reasons.noTemplate)
  return template
}

const differs = (template: Template, overrides: Overrides) =>
  JSON.stringify(wordsNow(template, overrides)) !== JSON.stringify(wordingOf(template))

/** Every letter that the product writes, and which of them have a changed wording. */
export async function templateList(db: Db) {
  const overrides = await overridesOf(db)
  return {
    templates: allTemplates.map((template) => ({
      id: template.id,
      name: template.name,
      about: template.about,
      is_changed: differs(template, overrides),
    })),
  }
}

/** One template: its current and its original wording, and its placeholders. */
export async function templateDetail(
  db: Db,
  { settings }: Pick<Deps, 'settings'>,
  person: Person,
  id: number,
): Promise<letterTemplates.TemplateDetail> {
  const template = templateBy(id)
  const [found, changes] = await Promise.all([rows.all(db, {}), historyOf(db, 'letter_template', id)])
  const overrides: Overrides = new Map(found.map((row) => [row.id, row]))
  const { values } = sampleOf(template.key, settings.publicUrl)
  const examples: Record<string, string> = values
  return {
    id,
    name: template.name,
    about: template.about,
    is_changed: differs(template, overrides),
    ...wordsNow(template, overrides),
    original: wordingOf(template),
    placeholders: Object.entries(template.placeholders).map(([name, about]) => ({
      name,
      about,
      example: examples[name] ?? '',
      is_required: template.required?.includes(name) ?? false,
    })),
    version: found.find((row) => row.id === id)?.version ?? 0,
    // The note is the letter's name, which is only for the log of everything.
    history: changes.map((change) => ({ ...change, note: null })),
    abilities: { test: abilityOf(mayTest(person)) },
  }
}
