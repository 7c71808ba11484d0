import { sql } from 'kysely'
import { statement } from '../../../../platform/statement.ts'

interface Compared {
  /** JSON of `{ word, folded }[]` */
  sought: string
  /** JSON of `{ id, name, folded }[]` */
  among: string
  /** The smallest share of common trigrams. */
  least: number
}

/** For each word the thing with the most similar name, if it is similar enough. */
export const mostSimilar = statement(
  (_, { sought, among, least }: Compared) => sql<{ word: string; id: number; name: string }>`
    select sought.word, nearest.id, nearest.name
    from jsonb_to_recordset(${sought}::jsonb) as sought(word text, folded text)
    cross join lateral (
      select option.id, option.name, similarity(option.folded, sought.folded) as likeness
      from jsonb_to_recordset(${among}::jsonb) as option(id int, name text, folded text)
      order by likeness desc, option.id limit 1
    ) as nearest
    where nearest.likeness >= ${least}`,
  { planned: 'each time' },
)
