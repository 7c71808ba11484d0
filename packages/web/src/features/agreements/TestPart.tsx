import { Alert, Button, Group, Switch, TextInput } from '@mantine/core'
import { trials } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf } from '../../components/kit/fields/unread.ts'
import { refusalText } from '../../components/shared/agreement/refusal-text.ts'
import { trialsQuery, useSetBuild } from '../../components/shared/trials/api.ts'
import { OwnTrials } from '../../components/shared/trials/OwnTrials.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Detail } from './api.ts'
import { useSaveTarget } from './api.ts'

/** A switch that saves at once. */
function TestSwitch({ agreement }: { agreement: Detail }) {
  const { mutate, isPending, variables } = useSaveTarget(agreement)
  const wanted =
    isPending && variables.updateTarget === 1 ? variables.isPublishedOnTestEnv : agreement.isPublishedOnTestEnv
  return (
    <Switch
      mt="lg"
      label="Опубликовано на тестовом стенде"
      disabled={agreement.abilities.isPublishedOnTestEnv !== true}
      checked={wanted}
      onChange={(event) => mutate({ updateTarget: 1, isPublishedOnTestEnv: event.currentTarget.checked })}
    />
  )
}

/** The build on the test environment: after a new build, requests that did not work have to be tried again. */
function BuildForm({ agreement_id, saved }: { agreement_id: number; saved: string }) {
  const [typed, setTyped] = useState<string>()
  const { mutate, isPending, error } = useSetBuild(agreement_id)
  const value = typed ?? saved
  const canSave = value.trim() !== '' && value.trim() !== saved && !isPending
  const save = () => canSave && mutate(value, { onSuccess: () => setTyped(undefined) })
  return (
    <form {...formOf(() => void save())}>
      <Group gap="xs" align="flex-end" mt="xs">
        <TextInput
          label="Сборка на тестовом стенде"
          placeholder="5.8.2"
          maxLength={trials.MAX_BUILD}
          value={value}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={!canSave}>
          Назвать сборку
        </Button>
      </Group>
      {error && <Alert color="red" mt="xs" title={refusalText(error)} role="alert" />}
    </form>
  )
}

/** The test environment of one company: the flag, the build, and its people's results for their requests. */
export function TestPart({ agreement }: { agreement: Detail }) {
  const { data } = useQuery(trialsQuery(agreement.id))
  return (
    <>
      <TestSwitch agreement={agreement} />
      {data && <BuildForm agreement_id={agreement.id} saved={data.build} />}
      <OwnTrials agreement_id={agreement.id}>
        {(progress, list) => (
          <Section level={2} title="Проверка на тестовом стенде" aside={progress}>
            {list}
          </Section>
        )}
      </OwnTrials>
    </>
  )
}
