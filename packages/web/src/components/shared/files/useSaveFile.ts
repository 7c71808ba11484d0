import { files } from '@vypusk/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

/** Has the browser download the file directly, without passing its contents through the page. */
function save(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Downloads a file by its id. */
export const useSaveFile = () =>
  useMutation({
    mutationFn: (id: number) => call(files.linkFile, { params: { id }, onRefusal: 'throw' }),
    onSuccess: ({ url }) => save(url),
    onError: notifyRefusal,
  })
