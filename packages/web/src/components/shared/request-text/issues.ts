import type { requests } from '@vypusk/contract'
import { formatMoment } from '../../../ui/dates.ts'
import { formatDuration } from '../../../ui/duration.ts'

/** Of a developer's task: how it stands, whose it is, its hours, and how old that is where a tracker has said it. */
export const issueInWords = (issue: requests.Issue): string =>
  [
    issue.status,
    issue.assignee,
    `план ${formatDuration(issue.planned_time)}`,
    `факт ${formatDuration(issue.spent_time)}`,
    issue.tracker && `${issue.tracker} ${issue.key ?? ''}`,
    issue.reported_at && `на ${formatMoment(issue.reported_at)}`,
  ]
    .filter(Boolean)
    .join(' · ')
