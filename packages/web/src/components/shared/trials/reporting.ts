import type { trials } from '@vypusk/contract'
import type { Place } from '../threads/place.ts'

/** How somebody says what works on the test environment and what does not. */

/** What is said of one request. */
export interface ReportInput {
  request_id: number
  verdict: trials.Verdict
  comment: string
  /** Pictures of what fails. */
  files: number[]
}

/** How files travel here. */
export type FilesHere = Pick<Place, 'Attach' | 'saveFile'>

/** Says it; the sentence of a refusal, or null once it is kept. */
export type Report = (report: ReportInput) => Promise<string | null>
