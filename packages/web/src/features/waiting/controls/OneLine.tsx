import { Button, Group, Stack, Textarea } from '@mantine/core'
import { whenSaved } from '../../../components/kit/feedback/when-done.ts'
import { useDraftText } from '../../../components/kit/fields/useDraftText.ts'
import { formOf } from '../../../components/kit/fields/unread.ts'

export interface LineAct {
  title: string
  isPending: boolean
  run: (text: string) => Promise<unknown>
}

interface OneLineProps {
  /** The name the draft is kept under. */
  name: string
  label: string
  description?: string
  maxLength: number
  /** The possible actions with the text; Ctrl+Enter does the first. */
  acts: readonly [LineAct, ...LineAct[]]
  close: () => void
}

/** Settles a matter with a text; what is typed survives a refusal and a reload. */
export function OneLine({ name, label, description, maxLength, acts, close }: OneLineProps) {
  const { text, set, drop } = useDraftText(name)
  const isPending = acts.some((act) => act.isPending)
  const isReady = text.trim() !== '' && !isPending
  const leave = () => (drop(), close())
  // The row may be gone before the reply: what was sent must not come back as a draft all the same.
  const run = (act: LineAct) => void (isReady && whenSaved(act.run(text.trim()), leave))
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
          readOnly={isPending}
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
          <Button size="xs" variant="subtle" onClick={leave}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
