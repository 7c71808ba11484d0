import { Button } from '@mantine/core'
import { sentenceOf } from '../../api/api-error.ts'
import { Section } from '../../ui/Section.tsx'

interface NotLoadedProps {
  title: string
  error: Error
  onRetry: () => void
}

/** A part of a publication that did not come, while the rest of the page stands. */
export const NotLoaded = ({ title, error, onRetry }: NotLoadedProps) => (
  <Section title={title}>
    <p>{sentenceOf(error)}</p>
    <Button variant="default" size="xs" onClick={onRetry}>
      Повторить
    </Button>
  </Section>
)
