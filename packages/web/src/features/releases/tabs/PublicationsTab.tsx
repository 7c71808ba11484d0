import { Link } from '@tanstack/react-router'
import type { releases } from '@vypusk/contract'
import { TableState } from '../../../components/kit/data-table/states.tsx'
import { RouteButton } from '../../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../../paths.ts'
import { formatMoment } from '../../../ui/dates.ts'
import { FileRows } from '../../../components/shared/files/FileRows.tsx'
import classes from '../ReleasePage.module.css'
import { ReleaseVersions } from './ReleaseVersions.tsx'

const Publish = ({ id }: { id: number }) => (
  <RouteButton to={paths.publicationAdd} search={{ release_ids: String(id) }} variant="default">
    Опубликовать
  </RouteButton>
)

/** The publications of a release. */
export function PublicationsTab({ release }: { release: releases.ReleaseDetail }) {
  const canPublish = release.abilities.save === true
  if (release.release_ready.length === 0) {
    return (
      <TableState title="Публикаций ещё нет" action={canPublish && <Publish id={release.id} />}>
        Опубликованный релиз появится здесь с файлами и датой.
      </TableState>
    )
  }
  return (
    <div className={classes.reading}>
      {canPublish && <Publish id={release.id} />}
      <ReleaseVersions release={release.id} />
      {release.release_ready.map(({ id, created_at, author, files }) => (
        <section key={id}>
          <h2 className={classes.subheading}>
            <Link to={paths.publication} params={{ publicationId: String(id) }} className={classes.link}>
              Публикация {id}
            </Link>
            <span className={classes.dim}>
              {' '}
              {formatMoment(created_at)} · {author.name}
            </span>
          </h2>
          {files.length > 0 ? <FileRows files={files} /> : <p className={classes.none}>Без файлов</p>}
        </section>
      ))}
    </div>
  )
}
