import { letterTemplates } from '@vypusk/contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

export type Detail = letterTemplates.TemplateDetail
/** The values of the form; a `type`, because forms need an index signature. */
export type Words = { subject: string; heading: string; text: string; button: string }

export const wordsOf = ({ subject, heading, text, button }: Words): Words => ({ subject, heading, text, button })

export const lettersQuery = queryOptions({
  queryKey: ['letter_template', 'list'],
  queryFn: ({ signal }) => call(letterTemplates.list, { signal }),
})

export const letterQuery = (id: number) =>
  queryOptions({
    queryKey: ['letter_template', 'one', id],
    queryFn: ({ signal }) => call(letterTemplates.get, { params: { id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

/** The letter of a draft; a draft that cannot be saved has none. */
export const previewQuery = (id: number, body: Words) =>
  queryOptions({
    queryKey: ['letter_template', 'preview', id, body],
    queryFn: ({ signal }) => call(letterTemplates.preview, { params: { id }, body, signal, onRefusal: 'throw' }),
    retry: false,
  })

export const saveLetter = (id: number, body: Words & { version?: number }) =>
  call(letterTemplates.save, { params: { id }, body, onRefusal: 'throw' })

/** The saved letter is shown at once, in the list and beside it. */
export const letterChange = {
  changes: ['letter_template'] as const,
  put: ({ template }: { template: Detail }) => [[letterQuery(template.id).queryKey, template]] as const,
}

export const useGiveBack = (id: number) =>
  useChange({ ...letterChange, mutationFn: (words: Words) => saveLetter(id, words) })

export const useReset = (id: number) =>
  useChange({
    ...letterChange,
    mutationFn: (version: number) =>
      call(letterTemplates.reset, { params: { id }, body: { version }, onRefusal: 'throw' }),
  })

export const useTestLetter = (id: number) =>
  useMutation({
    mutationFn: (body: Words) => call(letterTemplates.test, { params: { id }, body, onRefusal: 'throw' }),
  })
