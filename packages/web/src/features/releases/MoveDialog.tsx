import { Button, Group, Modal, Radio, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { useDraftText } from '../../components/kit/fields/useDraftText.ts'
import { Consequences } from '../../components/shared/consequences/Consequences.tsx'
import { stepsQuery } from '../../api/lookups.ts'
import { useChangeStep } from './api.ts'
import { intentOf } from './closing.ts'

interface MoveDialogProps {
  release: releases.ReleaseDetail
  opened: boolean
  onClose: () => void
}

/** The step after the current one; the last step stays. */
const nextOf = (steps: readonly releases.ReleaseStep[], current: number) =>
  steps[steps.findIndex(({ id }) => id === current) + 1]?.id ?? current

interface MoveFormProps {
  release: releases.ReleaseDetail
  steps: readonly releases.ReleaseStep[]
  onClose: () => void
}

function MoveForm({ release, steps, onClose }: MoveFormProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const { text: comment, set, drop } = useDraftText(`release.${release.id}.step`)
  const { mutateAsync, isPending } = useChangeStep(release.id)
  const step_id = chosen ?? nextOf(steps, release.step.id)
  const before = release.step
  const to = steps.find(({ id }) => id === step_id)
  const intent = intentOf({ release_id: release.id, from: before, to })
  const leave = () => (drop(), onClose())
  const move = () =>
    whenDone(mutateAsync({ step_id, comment }), ({ release: { step } }) => {
      toast.undo(`Релиз на этапе «${step.name_step}»`, () =>
        whenDone(mutateAsync({ step_id: before.id, comment: 'Отмена перевода' })),
      )
      leave()
    })
  return (
    <form onSubmit={(event) => (event.preventDefault(), move())}>
      <Stack gap="md">
        <Radio.Group value={String(step_id)} onChange={(value) => setChosen(Number(value))} label="Этап">
          <Stack gap={6} mt={6}>
            {steps.map(({ id, name_step }) => (
              <Radio
                key={id}
                size="xs"
                value={String(id)}
                data-autofocus={id === step_id || undefined}
                disabled={id === before.id}
                label={id === before.id ? `${name_step} – сейчас здесь` : name_step}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label="Комментарий"
          description="Останется в истории релиза, клиенты его не видят"
          maxLength={4000}
          value={comment}
          readOnly={isPending}
          onChange={(event) => set(event.currentTarget.value)}
        />
        {intent && <Consequences intent={intent} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            Отмена
          </Button>
          <Button type="submit" loading={isPending} disabled={step_id === before.id}>
            Перевести
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/**
 * Moves a release to another step with a comment. Opens once the steps have loaded, so that the chosen one can take the
 * focus.
 */
export function MoveDialog({ release, opened, onClose }: MoveDialogProps) {
  const steps = useQuery(stepsQuery)
  return (
    <Modal opened={opened && !steps.isPending} onClose={onClose} title="Перевести на этап">
      <Loaded result={steps} failed="Этапы не загрузились" loading={null}>
        {(all) => <MoveForm release={release} steps={all} onClose={onClose} />}
      </Loaded>
    </Modal>
  )
}
