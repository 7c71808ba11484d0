import type { requests } from '@vypusk/contract'
import { formatMoment } from '../../../ui/dates.ts'
import { formatDuration } from '../../../ui/duration.ts'

/** A developer's task: its status, assignee and hours, and how old this data is if it comes from a tracker. */
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
