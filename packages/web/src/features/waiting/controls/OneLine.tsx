import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useDraftText } from '../../../components/kit/fields/useDraftText.ts'
import { formOf } from '../../../components/kit/fields/unread.ts'

export interface LineAct {
  title: string
  isPending: boolean
  /** @param sent to be called when the text has been saved */
  run: (text: string, sent: () => void) => void
}

interface OneLineProps {
  /** The name the draft is kept under. */
  name: string
  label: string
  description?: string
  maxLength: number
  /** The possible actions with the text; Ctrl+Enter does the first. */
  acts: readonly [LineAct, ...LineAct[]]
  onCancel: () => void
}

/** Settles a matter with a text; what is typed survives a refusal and a reload. */
export function OneLine({ name, label, description, maxLength, acts, onCancel }: OneLineProps) {
  const { text, set, drop } = useDraftText(name)
  const isPending = acts.some((act) => act.isPending)
  const isReady = text.trim() !== '' && !isPending
  const run = (act: LineAct) => void (isReady && act.run(text.trim(), drop))
  const [main, ...others] = acts
  return (
    <form {...formOf(() => run(main))}>
      <Stack gap="xs">
        <Textarea
          label={label}
          description={description}
          autoFocus
          autosize
          minRows={2}
          maxRows={8}
          maxLength={maxLength}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={main.isPending} disabled={!isReady}>
            {main.title}
          </Button>
          {others.map((act) => (
            <Button
              key={act.title}
              size="xs"
              variant="default"
              loading={act.isPending}
              disabled={!isReady}
              onClick={() => run(act)}
            >
              {act.title}
            </Button>
          ))}
          <Button size="xs" variant="subtle" onClick={() => (drop(), onCancel())}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
