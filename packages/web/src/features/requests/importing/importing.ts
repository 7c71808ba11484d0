import { requests } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { invalidate } from '../../../api/query-client.ts'
import { isApiError, sentenceOf } from '../../../api/api-error.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call, newKey } from '../../../api/client.ts'
import { upload } from '../../../api/upload.ts'
import { showServerFault } from '../../../components/kit/feedback/refused.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { useIsShown } from '../../../components/kit/feedback/useIsShown.ts'
import { importedInWords } from '../texts.ts'

/** One run over a file; a dry run only reports what would be done. */
interface ImportOrder {
  file: File
  /** The system that the keys belong to; when empty, the name of the file is used. */
  source: string
  /** Field → column; an empty column leaves the field out. */
  mapping: Record<string, string>
  allOrNothing: boolean
  /** Comments are also shown to the requests' companies. */
  openComments: boolean
  /** What was not visible to everybody in the former system is shown to its company. */
  openPrivate: boolean
  /** The chosen meanings of the file's words. */
  values: requests.ImportChoices
  /** Choices where the file is ambiguous; null until somebody has made them. */
  dateOrder: DateOrder | null
  unit: requests.EstimateUnit | null
  /** For rows that name no company or module; null for ones created for the import. */
  company: number | null
  module: number | null
  dryRun: boolean
  /** Called when the requests have been written, also if the page has been left by then. */
  onDone?: ((report: Report) => void) | undefined
}
export type DateOrder = 'dmy' | 'mdy'
export type Report = ReplyOf<typeof requests.importRequests>

function formOf(order: ImportOrder, progress: string): FormData {
  const { file, source, mapping, values, dateOrder, unit, company, module, allOrNothing, dryRun } = order
  const { openComments, openPrivate } = order
  const form = new FormData()
  form.append('progress', progress)
  form.append('source', source)
  if (Object.keys(mapping).length > 0) form.append('mapping', JSON.stringify(mapping))
  if (Object.keys(values).length > 0) form.append('values', JSON.stringify(values))
  if (dateOrder) form.append('date_order', dateOrder)
  if (unit) form.append('unit', unit)
  if (company) form.append('company', String(company))
  if (module) form.append('module', String(module))
  if (allOrNothing) form.append('all_or_nothing', '1')
  if (openComments) form.append('open_comments', '1')
  if (openPrivate) form.append('open_private', '1')
  if (dryRun) form.append('dry_run', '1')
  form.append('file', file, file.name)
  return form
}

/** The columns of the file and the fields they are assigned to, also when it was refused for a missing column. */
export interface ImportColumns {
  header: string[]
  mapping: Record<string, string>
  fields: { field: string; title: string }[]
}

const foundIn = ({ data }: ApiError): ImportColumns | null =>
  Array.isArray(data['header']) ? (data as unknown as ImportColumns) : null

const ASK_EACH_MS = 500

/** The server's progress with the rows of the file sent under this key; undefined until it is known. */
function useRows(key: string, isWanted: boolean) {
  const { data } = useQuery({
    queryKey: ['import-progress', key],
    queryFn: ({ signal }) => call(requests.importProgress, { params: { key }, signal, onRefusal: 'throw' }),
    enabled: isWanted,
    refetchInterval: ASK_EACH_MS,
    gcTime: 0,
  })
  return data?.progress ?? undefined
}

const isStopped = (error: Error): boolean => error.name === 'AbortError'

/** Tells the outcome to whoever has left the page, where it would be shown. */
function notifyOutcome(outcome: Report | Error): void {
  if (!(outcome instanceof Error)) toast.success(importedInWords(outcome))
  else if (!isStopped(outcome) && !showServerFault(outcome))
    toast.error(`Импорт не выполнен. ${sentenceOf(outcome)}`, outcome)
}

/** Sends the file, reports the progress, and can be stopped. */
function useSending() {
  const isShown = useIsShown()
  const stop = useRef<AbortController | null>(null)
  /** Share of the file that has been sent; 1 while its rows are read and written. */
  const [sent, setSent] = useState(0)
  const [key, setKey] = useState('')
  const mutation = useMutation({
    mutationFn: (order: ImportOrder) => {
      stop.current?.abort()
      stop.current = new AbortController()
      setSent(0)
      const progress = newKey()
      setKey(progress)
      return upload(requests.importRequests, {
        body: formOf(order, progress),
        signal: stop.current.signal,
        onProgress: (bytes, total) => setSent(total > 0 ? bytes / total : 0),
      })
    },
    onSuccess: async (report, { dryRun, onDone }) => {
      if (dryRun) return
      onDone?.(report)
      if (!isShown()) notifyOutcome(report)
      await invalidate(['all'])
    },
    onError: (error, { dryRun }) => {
      if (!dryRun && !isShown()) notifyOutcome(error)
    },
  })
  const rows = useRows(key, mutation.isPending && sent === 1)
  return { ...mutation, sent, rows, cancel: () => (stop.current?.abort(), mutation.reset()) }
}

/** For rows that name no company or module. */
export type Place = Pick<ImportOrder, 'company' | 'module'>
/** The choices about how the file is read. */
type ReadChoices = Pick<ImportOrder, 'values' | 'dateOrder' | 'unit'> & Place
const NO_CHOICES: ReadChoices = { values: {}, dateOrder: null, unit: null, company: null, module: null }

interface ImportInput extends Partial<ReadChoices> {
  file?: File
  source?: string
  mapping?: Record<string, string>
  dryRun: boolean
}

function useFields() {
  const [file, setFile] = useState<File | null>(null)
  const [source, setSource] = useState('')
  const [allOrNothing, setAllOrNothing] = useState(false)
  const [openComments, setOpenComments] = useState(false)
  const [openPrivate, setOpenPrivate] = useState(false)
  const [choices, setChoices] = useState(NO_CHOICES)
  /** What to call at the end, for the caller that provided the file. */
  const [onDone, setOnDone] = useState<{ report?: (report: Report) => void }>({})
  const switches = { allOrNothing, setAllOrNothing, openComments, setOpenComments, openPrivate, setOpenPrivate }
  return { file, setFile, source, setSource, ...switches, choices, setChoices, onDone, setOnDone }
}

/** A file's last report, kept while a refused run is being corrected. */
interface Last {
  report: Report
  isDone: boolean
}

function useRuns() {
  const fields = useFields()
  const sending = useSending()
  const [last, setLast] = useState<Last | null>(null)
  // Kept while the next run is in progress, because a list that is open must not close.
  const [found, setFound] = useState<ImportColumns | null>(null)

  const run = ({
    file = fields.file ?? undefined,
    source = fields.source,
    mapping = {},
    dryRun,
    ...now
  }: ImportInput) => {
    const { allOrNothing, openComments, openPrivate } = fields
    const next = { ...fields.choices, ...now }
    fields.setChoices(next)
    const onSuccess = (report: Report) => {
      setLast({ report, isDone: !dryRun })
      setFound(report)
    }
    const onError = (error: Error) => setFound((before) => (isApiError(error) && foundIn(error)) || before)
    const order = { source: source.trim(), allOrNothing, openComments, openPrivate, mapping, dryRun, ...next }
    if (file) sending.mutate({ file, ...order, onDone: fields.onDone.report }, { onSuccess, onError })
  }
  const forget = () => {
    setLast(null)
    setFound(null)
  }
  return { fields, sending, last, found, run, forget }
}

/** The state of the screen: a file is checked as soon as it is chosen, and again after every change. */
export function useImport() {
  const { fields, sending, last, found, run, forget } = useRuns()
  const mapping = found?.mapping
  return {
    ...fields,
    ...sending,
    last,
    found,
    /** The file is not only checked: whoever chooses something else now would stop it. */
    isWriting: sending.isPending && !sending.variables.dryRun,
    /** The number of requests to write. */
    changes: last && !last.isDone ? last.report.created + last.report.updated : 0,
    /**
     * @param brought set when the file was not chosen here: the system that the keys belong to, if known, and what to
     *   call at the end
     */
    choose: (file: File, brought?: { source: string; onDone: (report: Report) => void }) => {
      const source = brought?.source ?? fields.source
      fields.setFile(file)
      fields.setSource(source)
      fields.setOnDone(brought ? { report: brought.onDone } : {})
      forget()
      run({ file, source, dryRun: true, ...NO_CHOICES })
    },
    recheck: (changed: ImportColumns['mapping']) => run({ mapping: changed, dryRun: true }),
    /** Sets the meanings of one or several words. */
    setValues: (values: requests.ImportChoices) =>
      run({ mapping, values: merged(fields.choices.values, values), dryRun: true }),
    setOrder: (dateOrder: DateOrder) => run({ mapping, dateOrder, dryRun: true }),
    setUnit: (unit: requests.EstimateUnit) => run({ mapping, unit, dryRun: true }),
    setPlace: (place: Partial<Place>) => run({ mapping, ...place, dryRun: true }),
    /** Runs only when the source differs, so that leaving the field unchanged does not move the report being read. */
    leaveSource: () => {
      const isChanged = sending.variables?.source !== fields.source.trim()
      if (isChanged && found && !last?.isDone) run({ mapping: found.mapping, dryRun: true })
    },
    carryOut: () => run({ mapping, dryRun: false }),
  }
}

/** Combines earlier and new choices. */
export function merged(before: requests.ImportChoices, now: requests.ImportChoices): requests.ImportChoices {
  const fields = Object.keys(now) as requests.ValueField[]
  return { ...before, ...Object.fromEntries(fields.map((field) => [field, { ...before[field], ...now[field] }])) }
}
