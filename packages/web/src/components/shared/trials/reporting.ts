import type { trials } from '@vypusk/contract'
import type { Place } from '../threads/place.ts'

/** Reporting what works on the test environment and what does not. */

/** A report about one request. */
export interface ReportInput {
  request_id: number
  verdict: trials.Verdict
  comment: string
  /** Pictures of the failure. */
  files: number[]
}

/** How files are uploaded and downloaded here. */
export type FilesHere = Pick<Place, 'Attach' | 'saveFile'>

/** Sends the report; resolves to the sentence of a refusal, or to null when it was saved. */
export type Report = (report: ReportInput) => Promise<string | null>

/** The same for a report that names the build it is about. */
export type BuildReport = (report: ReportInput & { build: string }) => Promise<string | null>
