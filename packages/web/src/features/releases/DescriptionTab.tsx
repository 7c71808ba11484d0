import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { RichText } from '../../ui/RichText.tsx'
import { descriptionQuery } from './api.ts'
import classes from './ReleasePage.module.css'

/** What the release brings: its own text, then the requests' texts by module. */
export function DescriptionTab({ id }: { id: number }) {
  const { data, error } = useQuery(descriptionQuery(id))
  if (error) return <p className={classes.none}>{sentenceOf(error)}</p>
  if (!data) return <Skeleton height={180} m="md" />
  const modules = [...Map.groupBy(data.requests, ({ module }) => module.idmod).values()]
  const isEmpty = !data.description && data.requests.length === 0
  return (
    <article className={classes.reading}>
      {isEmpty && <p className={classes.none}>Описания пока нет</p>}
      {data.description && <RichText html={data.description} />}
      {modules.map((requests) => (
        <section key={requests[0]?.module.idmod}>
          <h2 className={classes.heading}>{requests[0]?.module.namemod}</h2>
          {requests.map(({ id: request, e_title, description, isSolo }) => (
            <div key={request} className={classes.item}>
              {description ? isSolo && <h3 className={classes.subheading}>{e_title}</h3> : e_title}
              {description && <RichText html={description} />}
            </div>
          ))}
        </section>
      ))}
    </article>
  )
}
