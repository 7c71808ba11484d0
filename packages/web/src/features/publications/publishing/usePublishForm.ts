import type { FileInfo } from '@vypusk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { useServerForm } from '../../../components/kit/fields/useServerForm.tsx'
import type { ServerForm } from '../../../components/kit/fields/useServerForm.tsx'
import { forgetFile } from '../../../components/shared/upload/remove.ts'
import { UPLOADED } from '../../../components/shared/upload/texts.ts'
import { useUploads } from '../../../components/shared/upload/useUploads.ts'
import type { Uploads } from '../../../components/shared/upload/useUploads.ts'
import { useNavigateIfHere } from '../../../components/kit/link/useNavigateIfHere.ts'
import { paths } from '../../../paths.ts'
import { previewQuery, publish, toPublishQuery } from '../api.ts'
import {
  bodyOf,
  draftItem,
  emptyDraft,
  modulesIn,
  versionIn,
  withFile,
  withItem,
  withoutFile,
  withoutItem,
} from './draft.ts'
import type { Draft } from './draft.ts'
import { CREATED, NOT_CREATED, troubleOf } from '../texts.ts'
import type { DraftPlace } from './useDraftPlace.ts'
import { useKeptDraft } from './useKeptDraft.ts'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'

type Form = ServerForm<Draft>['form']
type Change = (next: Partial<Draft>) => void
type Reply = Awaited<ReturnType<typeof publish>>

function announce(reply: Reply) {
  const trouble = troubleOf(reply)
  if (trouble) toast.publicationError(trouble)
  else toast.success(CREATED)
}

function useSaving(name: string) {
  const navigateIfHere = useNavigateIfHere()
  const client = useQueryClient()
  return useServerForm<Draft, Reply>({
    name,
    initialValues: emptyDraft,
    isKept: true,
    mends: { rivc: ['recipients'], clients: ['recipients'] },
    save: (draft, key) => {
      const body = bodyOf(draft)
      const digest = client.getQueryData(previewQuery(body).queryKey)?.digest
      return publish({ ...body, digest }, key)
    },
    changes: ['publication', 'release', 'agreement'],
    onSaved: (reply) => {
      announce(reply)
      void navigateIfHere({ to: paths.publication, params: { publicationId: String(reply.id) } })
    },
    onRefused: (error) => {
      const { message, errors } = error
      // The errors are shown at the fields; a refusal without fields is shown as a sentence.
      toast.error(Object.keys(errors).length > 0 ? NOT_CREATED : `${NOT_CREATED}. ${message}`, error)
      return true
    },
  })
}

/** Adds releases and files to the draft and removes them. */
function useItems({ getValues }: Pick<Form, 'getValues'>, change: Change, uploads: Uploads) {
  const client = useQueryClient()
  const pick = async (id: number) => {
    try {
      const { releases } = await client.query({ ...toPublishQuery([id]), staleTime: 'static' })
      const [release] = releases
      if (release) change(withItem(getValues(), draftItem(release)))
    } catch (error) {
      notifyRefusal(error)
    }
  }
  const dropFile = (release: number, file: FileInfo) => {
    change(withoutFile(getValues(), release, file.id))
    forgetFile(file)
  }
  const dropItem = (release: number) => {
    const { list } = getValues()
    uploads.queue.filter(({ place }) => place === String(release)).forEach(({ key }) => uploads.cancel(key))
    list.find((item) => item.release === release)?.files.forEach(forgetFile)
    change(withoutItem(getValues(), release))
  }
  return { pick, dropFile, dropItem }
}

interface Dropping {
  uploads: Uploads
  /** The functions that delete the draft wherever it is stored. */
  forget: readonly (() => void)[]
  change: Change
}

/** Empties the form. «Отменить» restores the draft, except for files that were being uploaded. */
function dropOf(draft: Draft, { uploads, forget, change }: Dropping): void {
  uploads.queue.forEach(({ key }) => uploads.cancel(key))
  forget.forEach((drop) => drop())
  toast.undo('Черновик публикации убран', () => change(draft))
}

/** The draft of a publication, its uploads, and the actions on them. */
export function usePublishForm(place: DraftPlace) {
  const { name, named, corrected } = place
  const server = useSaving(name)
  const { form, isSaving } = server
  const change: Change = (next) => form.setValues({ ...next, changed: new Date().toISOString() })
  const kept = useKeptDraft(form.values, { place, isSaving, onFound: (found) => form.setValues(found) })
  const toPublish = useQuery(toPublishQuery(form.values.list.map(({ release }) => release)))
  const { data } = toPublish
  const uploads = useUploads({
    name,
    limit: data?.upload_limit,
    isImmediate: false,
    versionOf: versionIn,
    // The proposed modules, which decide who gets a file, are read with the releases.
    isReady: data !== undefined,
    onUploaded: (release, file) => {
      const of = data?.releases.find(({ id }) => id === Number(release))?.modules ?? []
      const proposed = of.length > 1 ? modulesIn(file.file_name, of) : []
      change(withFile(form.getValues(), Number(release), file, proposed))
    },
    onAll: () => toast.success(UPLOADED),
  })
  const items = useItems(form, change, uploads)
  const dropDraft = () => dropOf(form.getValues(), { uploads, forget: [kept.drop, server.dropDraft], change })
  const hasDraft = server.hasDraft || kept.isFound
  return {
    ...server,
    ...items,
    named,
    corrected,
    hasDraft,
    isReady: kept.isReady,
    dropDraft,
    draft: form.values,
    change,
    uploads,
    toPublish,
    releases: data?.releases ?? [],
  }
}
