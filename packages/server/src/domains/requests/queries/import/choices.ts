import type { Db } from '../../../../platform/call.ts'
import { statement } from '../../../../platform/statement.ts'

const mappingNamed = statement((db, { name }: { name: string }) =>
  db.selectFrom('import_mappings').select('mapping').where('name', '=', name),
)

/** Which columns of files with this name mean what. */
export const rememberedMapping = async (db: Db, name: string) => (await mappingNamed.first(db, { name }))?.mapping

const MOST_REMEMBERED = 50_000
const choicesOf = statement(
  (db, { source }: { source: string }) =>
    db
      .selectFrom('import_values')
      .select(['field', 'word', 'choice'])
      .where('source', '=', source)
      .orderBy('at', 'desc')
      .limit(MOST_REMEMBERED),
  { planned: 'each time' },
)

/** The remembered choices for the words of a source, by field and word. */
export async function rememberedChoices(db: Db, source: string) {
  const choices: Record<string, Record<string, number | null>> = {}
  for (const { field, word, choice } of await choicesOf.all(db, { source })) (choices[field] ??= {})[word] = choice
  return choices
}
