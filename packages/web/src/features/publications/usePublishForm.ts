import type { FileInfo } from '@vypusk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { newKey } from '../../api/client.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { useServerForm } from '../../components/fields/useServerForm.tsx'
import { paths } from '../../paths.ts'
import { publish, removeFile, toPublishQuery } from './api.ts'
import { bodyOf, draftItem, emptyDraft, withFile, withItem, withoutFile, withoutItem } from './draft.ts'
import type { Draft } from './draft.ts'
import { CREATED, NOT_CREATED, troubleOf } from './texts.ts'
import { useUploads } from './useUploads.ts'

type Reply = Awaited<ReturnType<typeof publish>>

function announce(reply: Reply) {
  const trouble = troubleOf(reply)
  if (trouble) toast.publicationError(trouble)
  else toast.success(CREATED)
}

/** One that cannot be removed on the server is only left out of the publication. */
const forget = (file: FileInfo) => void removeFile(file).catch(() => {})

function useSaving() {
  const navigate = useNavigate()
  const [idempotencyKey] = useState(newKey)
  return useServerForm<Draft, Reply>({
    name: 'publication.0',
    initialValues: emptyDraft,
    save: (draft) => publish(bodyOf(draft), idempotencyKey),
    onSaved: (reply) => {
      announce(reply)
      void navigate({ to: paths.publication, params: { publicationId: String(reply.id) } })
    },
    onRefused: ({ message, errors }) => {
      // What is wrong is said at the fields; a refusal without fields says it itself.
      toast.error(Object.keys(errors).length > 0 ? NOT_CREATED : `${NOT_CREATED}. ${message}`)
      return true
    },
  })
}

/** The draft of a publication, its files on their way, and what is done with them. */
export function usePublishForm() {
  const client = useQueryClient()
  const server = useSaving()
  const { form } = server
  const change = (next: Partial<Draft>) => form.setValues(next)
  const { data } = useQuery(toPublishQuery(form.values.list.map(({ release }) => release)))
  const uploads = useUploads(data?.upload_limit ?? Infinity, (release, file) =>
    change(withFile(form.getValues(), release, file)),
  )

  const pick = async (id: number) => {
    try {
      const { releases } = await client.query({ ...toPublishQuery([id]), staleTime: 'static' })
      const [release] = releases
      if (release) change(withItem(form.getValues(), draftItem(release)))
    } catch (error) {
      toast.error(sentenceOf(error))
    }
  }
  const dropFile = (release: number, file: FileInfo) => {
    change(withoutFile(form.getValues(), release, file.id))
    forget(file)
  }
  const dropItem = (release: number) => {
    const { list } = form.getValues()
    uploads.queue.filter((one) => one.release === release).forEach(({ key }) => uploads.cancel(key))
    list.find((item) => item.release === release)?.files.forEach(forget)
    change(withoutItem(form.getValues(), release))
  }
  return { ...server, draft: form.values, change, uploads, releases: data?.releases ?? [], pick, dropFile, dropItem }
}
