import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { isApiError, sentenceOf } from '../../../api/api-error.ts'
import { PlainPage } from './PlainPage.tsx'
import { isChunkFailure } from './chunks.ts'

const CHUNK =
  'Часть программы не загрузилась: сеть прервалась или вышла новая версия. Введённое в формы сохранено в браузере.'
const BROKEN = 'На этой странице произошла ошибка. Другие страницы работают, введённое в формы сохранено в браузере.'

const explain = (error: unknown): string =>
  isChunkFailure(error) ? CHUNK : isApiError(error) ? sentenceOf(error) : BROKEN

/** Shown instead of a page that failed: what happened, what was kept, how to continue. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <PlainPage
      icon={<IconPlugConnectedX size={40} color="var(--dim)" />}
      title={isChunkFailure(error) ? 'Страница не загрузилась' : 'Не получилось показать страницу'}
      actions={
        <>
          <Button onClick={retry}>Повторить</Button>
          <Button variant="default" onClick={() => location.reload()}>
            Перезагрузить
          </Button>
        </>
      }
    >
      {explain(error)}
    </PlainPage>
  )
}
