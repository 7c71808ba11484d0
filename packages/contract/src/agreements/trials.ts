import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { attached } from '../threads/threads.ts'
import { abilities, fileInfo, freeText, id, idText, line, message, moment, outcome, ref } from '../values.ts'
import { orElse } from '../optional.ts'

/**
 * What a company tried on the test environment: for each of its own requests in a release, whether it works there, who
 * tried it, when and in which build.
 */

export const verdict = z.enum(['works', 'fails'])
export type Verdict = z.output<typeof verdict>

export const verdictNames: Record<Verdict, string> = { works: 'Проверено', fails: 'Не работает' }

export const MAX_BUILD = 100
export const MAX_COMMENT = 4000

/** The build on the test environment as staff call it: «5.8.2 от 12 марта». */
export const build = line(MAX_BUILD)

/** One person's verdict on one request. If colleagues disagree, the latest verdict counts; both are kept. */
export const result = z.object({
  id,
  verdict,
  /** The build that was tried; empty when staff had not named one. */
  build: z.string(),
  /** Plain text. */
  comment: z.string(),
  /** Id 0 and the address as the name when it was given through a letter's link by somebody without an account. */
  user: ref,
  /** Files that show what fails; they belong to the remark that the verdict raised. */
  files: z.array(fileInfo),
  /** Entered by staff for the company. */
  on_behalf: z.boolean(),
  /**
   * The remark that it raised; null when the request works, and for verdicts given in former versions of the product.
   */
  thread_id: id.nullable(),
  at: moment,
})
export type Result = z.output<typeof result>

/**
 * State of a request: nobody has tried it, it works in this build, it worked in an earlier one, it fails, or it failed
 * in an earlier build and should be tried again.
 */
export const trialState = z.enum(['untried', 'works', 'worked', 'fails', 'again'])
export type TrialState = z.output<typeof trialState>

export const tried = z.object({
  request_id: id,
  e_title: z.string(),
  /**
   * False when the request was removed from the release, or, for staff, when the company may not see it any more; its
   * results are kept.
   */
  in_release: z.boolean(),
  standing: trialState,
  /** Newest first. */
  results: z.array(result),
})
export type Tried = z.output<typeof tried>

/** «проверено 3 из 5»: how many of the company's requests in the release work. */
export const progress = z.object({ tried: z.int().min(0), failing: z.int().min(0), total: z.int().min(0) })
export type Progress = z.output<typeof progress>

export const trials = z.object({
  agreement_id: id,
  isPublishedOnTestEnv: z.boolean(),
  build: z.string(),
  progress,
  requests: z.array(tried),
  abilities: abilities('tell', 'build'),
})
export type Trials = z.output<typeof trials>

const trialReport = z.object({
  request_id: id,
  verdict,
  comment: orElse(freeText(MAX_COMMENT), ''),
  /** The build that was shown where it was tried; without it, the verdict is about the one that is on test now. */
  build: z.string().max(MAX_BUILD).nullish(),
  /** The caller's own uploaded files that show what fails. */
  files: attached,
})
const one = z.object({ id: idText })

export const get = endpoint({
  method: 'GET',
  path: '/agreements/:id/trials',
  access: 'any',
  tool: { name: 'trials', title: 'Проверки на тесте' },
  summary:
    "The trials of a company's own requests in the release on the test environment, with every verdict given. 404 for what the caller may not know of.",
  params: one,
  reply: trials,
})

export const tell = endpoint({
  method: 'POST',
  path: '/agreements/:id/trials',
  access: 'any',
  tool: { name: 'tell_trial', title: 'Сказать, работает ли заявка на тесте' },
  summary:
    "Records whether one of the company's requests works in the build that is on test; staff do so on behalf of the company. «fails» needs a comment, may have the caller's own uploaded files, and raises a blocking remark. 409 when another build than the one named is on test by now; 422 while the release is not on the test environment, and for a request that is not the company's in this release.",
  params: one,
  body: trialReport,
  reply: z.object({ message, trials, mail: outcome }),
  creates: true,
})

export const setBuild = endpoint({
  method: 'POST',
  path: '/agreements/:id/build',
  access: 'staff',
  tool: { name: 'put_build_on_test', title: 'Поставить сборку на тест' },
  summary:
    'Puts the release on test for the company and names its build. With another build, what failed has to be tried again; what works keeps its verdict and the build it was given for.',
  params: one,
  body: z.object({ build }),
  reply: z.object({ message, trials }),
})

const token = z.object({ token: z.string().min(1).max(200) })

/** The same data for a letter's link; `can_tell` replaces the abilities. */
export const linked = trials.omit({ abilities: true }).extend({
  /** `true`, or the reason why not. */
  can_tell: z.union([z.literal(true), z.string()]),
})
export type Linked = z.output<typeof linked>

export const ask = endpoint({
  method: 'GET',
  path: '/approve/:token/trials',
  access: 'public',
  summary:
    'The trials by the link of a letter, which can also be read after it was used. 404 and 410 as for reading the link.',
  params: token,
  reply: linked,
})

export const answer = endpoint({
  method: 'POST',
  path: '/approve/:token/trials',
  access: 'public',
  summary:
    'Records a verdict by the link of a letter, which it does not use up: twenty entries a day, remarks included; files are those uploaded by the same addressee. 404 and 410 as for reading the link, 409 and 422 as without a link, 429 for more.',
  params: token,
  body: trialReport,
  reply: z.object({ message, trials: linked }),
  creates: true,
})
