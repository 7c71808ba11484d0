import type { releases } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { AgreementsTab } from './AgreementsTab.tsx'
import { DescriptionTab } from './DescriptionTab.tsx'
import { FilesTab } from './FilesTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { OpenRemarks, OwnRemarks } from './OwnRemarks.tsx'
import { PublicationsTab } from './PublicationsTab.tsx'
import { RequestsTab } from './RequestsTab.tsx'
import { TextTab } from './TextTab.tsx'

type Detail = releases.ReleaseDetail

export interface ReleaseTab {
  key: string
  title: string
  count?: (release: Detail) => number
  /** A mark whose number is not part of the release's reply. */
  mark?: (release: Detail) => ReactNode
  render: (release: Detail) => ReactNode
}

const requests: ReleaseTab = {
  key: 'requests',
  title: 'Заявки',
  count: (release) => release.requests.length,
  render: (release) => <RequestsTab release={release} />,
}
const description: ReleaseTab = {
  key: 'description',
  title: 'Описание',
  render: (release) => <DescriptionTab release={release} />,
}
const terms: ReleaseTab = {
  key: 'terms',
  title: 'Правила',
  render: (release) => <TextTab release={release} field="terms" />,
}
const files: ReleaseTab = {
  key: 'files',
  title: 'Файлы',
  count: (release) => release.files.length,
  render: (release) => <FilesTab release={release} />,
}
const history: ReleaseTab = { key: 'history', title: 'История', render: ({ id }) => <HistoryTab id={id} /> }

const agreements: ReleaseTab = {
  key: 'agreements',
  title: 'Согласования',
  count: (release) => release.agreements.length,
  render: (release) => <AgreementsTab release={release} />,
}
const remarks: ReleaseTab = {
  key: 'remarks',
  title: 'Замечания',
  mark: (release) => <OpenRemarks release={release} />,
  render: (release) => <OwnRemarks release={release} />,
}
const publications: ReleaseTab = {
  key: 'publications',
  title: 'Публикации',
  count: (release) => release.release_ready.length,
  render: (release) => <PublicationsTab release={release} />,
}
const comment: ReleaseTab = {
  key: 'comment',
  title: 'Комментарий',
  render: (release) => <TextTab release={release} field="comment" />,
}

/**
 * The tabs of a release for the person; a client sees only its own part, beginning with what changes for the company.
 */
export const tabsFor = (isRivc: boolean): ReleaseTab[] =>
  isRivc
    ? [requests, description, terms, files, agreements, publications, comment, history]
    : [description, requests, remarks, terms, files, publications, history]
