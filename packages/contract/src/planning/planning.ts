import * as z from 'zod'
import { agreementStatus } from '../agreements/agreement-shapes.ts'
import { endpoint, LISTS_BODY } from '../endpoint.ts'
import { freeze } from './planning-freezes.ts'
import { readiness } from '../releases/readiness.ts'
import { bring, brought, isWithinRelease, releaseRow, RELEASE_SPAN } from '../releases/release-shapes.ts'
import { eachOnce } from '../each-once.ts'
import {
  company,
  day,
  done,
  freeText,
  id,
  idText,
  idTextOrNone,
  line,
  message,
  minutes,
  moment,
  outcome,
  ref,
  searchText,
  timeOfDay,
  versionNumber,
} from '../values.ts'
import { orElse } from '../optional.ts'

export * from './planning-freezes.ts'

/** Planning (product.md, "/planning"): releases in progress, their working time, and the effects of a change. */

/** The installation date at one company, shown as a mark on the release's bar. */
const installation = company.extend({
  agreement_id: id,
  releaseDate: day,
  /** In the installation's time zone; null for the company's whole day. */
  releaseTime: timeOfDay.nullable(),
  company_zone: z.string().nullable(),
  status: agreementStatus,
})

export const planningRelease = releaseRow.extend({
  /** The highest provider's priority among its requests, 1 being the most urgent; null when none has one. */
  priority: z.int().min(1).max(5).nullable(),
  readiness: readiness.pick({ ready: true, agreed: true, expected: true }),
  installations: z.array(installation),
})
export type PlanningRelease = z.output<typeof planningRelease>

export const inProgress = endpoint({
  method: 'GET',
  path: '/releases/get-inprogress-admin',
  access: 'staff',
  replica: true,
  tool: { name: 'releases_in_progress', title: 'Релизы в работе' },
  summary: 'Every release that is neither published nor closed, by plan date.',
  reply: z.object({ releases: z.array(planningRelease) }),
})

export const excel = endpoint({
  method: 'POST',
  path: '/planning/get-excel',
  access: 'staff',
  replica: true,
  reads: true,
  summary: 'The releases in progress as a workbook planning_<day>.xlsx, for a meeting.',
  body: z.object({}),
  stream: 'workbook',
})

const monday = z.iso.date()
/**
 * Minutes in one week: `needed` by the releases, and `there` as the person's working time by the production calendar.
 */
const weekLoad = z.object({ needed: z.int().min(0), there: z.int().min(0) })

/** One person's weeks in the order of `weeks`; `user` is null for releases that name nobody. */
export const personLoad = z.object({ user: ref.nullable(), weeks: z.array(weekLoad) })
export type PersonLoad = z.output<typeof personLoad>

export const load = z.object({
  /** Mondays. The one of the very first week is before FIRST_DAY, so they are not of the type `day`. */
  weeks: z.array(monday),
  people: z.array(personLoad),
})
export type Load = z.output<typeof load>

/** A day off or a shortened day of the production calendar, ordinary weekends excepted. */
const specialDay = z.object({ day, minutes: z.int().min(0) })

/** A change of one release's plan, tried or saved. */
export const replan = z
  .object({
    release_id: id,
    start_date: day,
    plan_date: day,
    /** Requests to add to it. */
    requests: orElse(eachOnce(id).max(500), []),
    /** Installation dates move by as many days as the plan date, on to the next free day, and lose their approvals. */
    shift_agreements: orElse(z.boolean(), false),
    /** The version that the change is based on; optional when saving. */
    version: versionNumber.nullish(),
  })
  .refine(({ start_date, plan_date }) => plan_date >= start_date, {
    path: ['plan_date'],
    message: 'Плановая дата раньше даты начала',
  })
  .refine(isWithinRelease, { path: ['plan_date'], message: RELEASE_SPAN })
export type Replan = z.output<typeof replan>

const replans = z
  .array(replan)
  .max(200)
  .refine(
    (changes) => new Set(changes.map(({ release_id }) => release_id)).size === changes.length,
    'Релиз указан дважды',
  )

/** A week in which a person is needed for longer than they work. */
const overload = weekLoad.extend({ user: ref, week: monday })

/** The effects of one change apart from the dates. */
export const effect = z.object({
  release_id: id,
  /** Planned time of the release's requests, including the added ones. */
  planned_requests_time: z.int().min(0),
  /**
   * Requests of the change that cannot be added any more, because they are in a release by now or deleted. They are not
   * counted, and saving refuses them.
   */
  not_free: z.array(id),
  /**
   * The day on which the work ends by the production calendar if it begins on `start_date`; null if it goes on after the
   * last day that is counted.
   */
  calculated_date: day.nullable(),
  /** Russian sentences about what that day does not take into account. */
  calculated_warnings: z.array(z.string()),
  /** Weeks that become overloaded, or more overloaded than before. */
  overloads: z.array(overload),
  /** Russian sentences about closed days and clashes on the new dates. */
  warnings: z.array(z.string()),
  /** Installation dates, moved ones included, before the day on which the release will be ready. */
  too_early: z.array(installation),
  /**
   * Installation dates that will move, and whether that loses an approval; `is_against`: a warning says what the new
   * date breaks.
   */
  moved: z.array(installation.extend({ to: day, is_approval_lost: z.boolean(), is_against: z.boolean() })),
})
export type Effect = z.output<typeof effect>

export const preview = endpoint({
  method: 'POST',
  path: '/planning/preview',
  access: 'staff',
  reads: true,
  summary: 'Load per person and week with the changes applied, and the effect of each change. Nothing is written.',
  bodyLimit: LISTS_BODY,
  body: z.object({ from: day, weeks: z.int().min(1).max(104), changes: orElse(replans, []) }),
  reply: z.object({
    load,
    effects: z.array(effect),
    freezes: z.array(freeze),
    calendar: z.array(specialDay),
    /** Russian sentences about years in these weeks that nobody has filled in the production calendar. */
    warnings: z.array(z.string()),
  }),
})

export const save = endpoint({
  method: 'POST',
  path: '/planning/save',
  access: 'staff',
  summary:
    'Applies all changes in one transaction, or none. 404 when a release or a request is unknown (a variant that is gone by now keeps nobody from saving), 409 `{message, current}` when a release or an agreement that moves was changed meanwhile, 422 without a reason where approvals are lost.',
  bodyLimit: LISTS_BODY,
  body: z.object({
    changes: replans.refine((changes) => changes.length > 0, 'Нет изменений'),
    reason: orElse(freeText(2000), ''),
    /** Companies and modules to add to a release along with its requests; nothing for releases not listed. */
    bring: orElse(z.array(z.object({ release_id: id, bring })).max(200), []),
    /** The variant that the changes come from. If the caller may delete it, saving does. */
    variant_id: id.nullish(),
  }),
  reply: done.extend({ mail: outcome, brought: z.array(brought.extend({ release_id: id })) }),
  creates: true,
})

export const freeDate = endpoint({
  method: 'GET',
  path: '/planning/free-date/:id',
  access: 'staff',
  summary:
    'The nearest day from `from` on which every company of the release allows installations; null if there is none within two years.',
  params: z.object({ id: idText }),
  query: z.object({ from: day }),
  reply: z.object({ day: day.nullable(), passed: z.array(z.object({ day, reason: message })) }),
})

export const backlog = endpoint({
  method: 'GET',
  path: '/planning/backlog',
  access: 'staff',
  replica: true,
  summary:
    'Requests of the backlog that are in no release and whose work is not over, the most urgent for the provider first.',
  query: z.object({ search_string: searchText(500).default('') }),
  reply: z.object({
    total: z.int().min(0),
    requests: z.array(
      z.object({
        id,
        e_title: z.string(),
        company,
        namemod: z.string(),
        planned_time: minutes.nullable(),
        priority: z.int().min(1).max(5).nullable(),
      }),
    ),
  }),
})

/** A named set of changes. Others can see it once it is shared. */
export const variant = z.object({
  id,
  name: z.string(),
  author: ref,
  is_shared: z.boolean(),
  changes: z.array(replan),
  /** Releases changed by others since, as they are now; each has to be settled before the variant can be saved. */
  stale: z.array(z.object({ release_id: id, title: z.string(), start_date: day, plan_date: day, version: z.int() })),
  /** Only its author may delete it, or anybody once the author has left. */
  may_remove: z.boolean(),
  updated_at: moment,
  version: z.int(),
})
export type Variant = z.output<typeof variant>

export const variants = endpoint({
  method: 'GET',
  path: '/planning/variants',
  access: 'staff',
  summary: "The caller's own variants and those that others share, latest first.",
  reply: z.object({ variants: z.array(variant) }),
})

export const saveVariant = endpoint({
  method: 'POST',
  path: '/planning/variants/:id',
  access: 'staff',
  summary:
    "Creates (id 0) or changes a variant; 409 `{message, current}` when `version` is stale, 403 for another author's.",
  params: z.object({ id: idTextOrNone }),
  bodyLimit: LISTS_BODY,
  body: z.object({
    name: line(100, { empty: 'Назовите вариант' }),
    is_shared: orElse(z.boolean(), false),
    changes: replans,
    version: versionNumber.nullish(),
  }),
  reply: done.extend({ variant }),
  creates: true,
})

export const removeVariant = endpoint({
  method: 'DELETE',
  path: '/planning/variants/:id',
  access: 'staff',
  summary: "Deletes a variant of the caller, or of somebody who is blocked or deleted; 403 for another author's.",
  params: z.object({ id: idText }),
  reply: done,
})
