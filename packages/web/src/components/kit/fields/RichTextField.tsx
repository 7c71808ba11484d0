import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { RichTextEditorProps } from './RichTextEditor.tsx'

const RichTextEditor = lazy(() => import('./RichTextEditor.tsx').then((module) => ({ default: module.RichTextEditor })))

interface RichTextFieldProps extends Omit<RichTextEditorProps, 'isInvalid'> {
  /** The label is only for screen readers, because a heading above has the same text. */
  hideLabel?: boolean
  error?: React.ReactNode
}

/** A formatted text, as HTML. The editor is large and is loaded when it is first shown. */
export const RichTextField = ({ hideLabel = false, error, ...rest }: RichTextFieldProps) => (
  <Input.Wrapper label={hideLabel ? undefined : rest.label} labelElement="div" size="sm" error={error}>
    <Suspense fallback={<Skeleton height={160} aria-hidden="true" />}>
      <RichTextEditor {...rest} isInvalid={Boolean(error)} />
    </Suspense>
  </Input.Wrapper>
)
