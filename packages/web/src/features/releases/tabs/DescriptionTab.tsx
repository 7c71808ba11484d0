import type { releases } from '@vypusk/contract'
import { RouteButton } from '../../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../../paths.ts'
import { Description } from '../description/Description.tsx'
import { DescriptionButton } from '../description/DescriptionButton.tsx'
import classes from '../ReleasePage.module.css'

/** The description within the release's page, with links to the document. */
export const DescriptionTab = ({ release }: { release: releases.ReleaseDetail }) => (
  <div>
    <div className={classes.tabBar}>
      <RouteButton to={paths.releaseDescription} params={{ releaseID: String(release.id) }} variant="default">
        Открыть документом
      </RouteButton>
      <DescriptionButton id={release.id} />
    </div>
    <article className={classes.article}>
      <Description release={release} />
    </article>
  </div>
)
