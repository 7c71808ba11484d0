import { Button } from '@mantine/core'
import { sentenceOf } from '../../../api/api-error.ts'
import { Section } from '../../../ui/Section.tsx'

interface NotLoadedProps {
  title: string
  error: Error
  onRetry: () => void
}

/** Shown for a part of a publication that failed to load, while the rest of the page works. */
export const NotLoaded = ({ title, error, onRetry }: NotLoadedProps) => (
  <Section title={title}>
    <p>{sentenceOf(error)}</p>
    <Button variant="default" size="xs" onClick={onRetry}>
      Повторить
    </Button>
  </Section>
)
