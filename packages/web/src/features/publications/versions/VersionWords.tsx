import { versions } from '@vypusk/contract'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { formatDay, formatMoment } from '../../../ui/dates.ts'
import { Tag } from '../../../ui/Tag.tsx'
import quiet from '../../../ui/quiet.module.css'
import classes from './VersionsPage.module.css'
import { behindInWords } from '../texts.ts'

type Handed = Pick<versions.HandedVersion, 'publication_id' | 'release' | 'version'>

/** The version, or the release when its files have none; links to the publication. */
export const VersionLink = ({ publication_id, release, version }: Handed) => (
  <Link
    to={paths.publication}
    params={{ publicationId: String(publication_id) }}
    title={release.title}
    className={classes.version}
  >
    {version || release.title}
  </Link>
)

/** The version, how it is known, and what was handed over since. */
export const VersionWords = ({ version }: { version: versions.ModuleVersion }) => (
  <>
    <VersionLink {...version} />
    <div className={quiet.note} title={formatMoment(version.at)}>
      {versions.knownNames[version.known]} {formatDay(version.at)}
    </div>
    {version.withdrawn && <Tag tone="red">отозвана</Tag>}
    {version.behind > 0 && version.latest && (
      <div className={classes.behind}>
        {behindInWords(version.behind)}, передана <VersionLink {...version.latest} />
      </div>
    )}
  </>
)
