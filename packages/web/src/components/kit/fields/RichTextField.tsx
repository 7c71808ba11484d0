import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { RichTextEditorProps } from './RichTextEditor.tsx'

const RichTextEditor = lazy(() => import('./RichTextEditor.tsx').then((module) => ({ default: module.RichTextEditor })))

interface RichTextFieldProps extends RichTextEditorProps {
  /** The label is for screen readers only: a heading above says it already. */
  hideLabel?: boolean
  error?: React.ReactNode
}

/** A text with formatting, as HTML. The editor is heavy and comes when it is first shown. */
export const RichTextField = ({ hideLabel = false, error, ...rest }: RichTextFieldProps) => (
  <Input.Wrapper label={hideLabel ? undefined : rest.label} labelElement="div" size="sm" error={error}>
    <Suspense fallback={<Skeleton height={160} aria-hidden="true" />}>
      <RichTextEditor {...rest} />
    </Suspense>
  </Input.Wrapper>
)
