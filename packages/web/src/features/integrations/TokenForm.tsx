import { Button, Modal, Select, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { tokens } from '@vypusk/contract'
import { useState } from 'react'
import { useUser } from '../../api/account.ts'
import { call } from '../../api/client.ts'
import { ShownOnce } from '../../components/kit/fields/ShownOnce.tsx'
import { useServerForm } from '../../components/kit/fields/useServerForm.tsx'
import classes from './Integrations.module.css'
import { LIVES, SCOPES } from './texts.ts'

const EMPTY = { name: '', scope: 'read' as tokens.TokenScope, days: '90' }

/** Creates a token and shows it this one time. */
export function TokenForm() {
  const { isAdmin } = useUser()
  const [made, setMade] = useState<string | null>(null)
  const { form, formProps, isSaving } = useServerForm({
    name: 'token',
    initialValues: EMPTY,
    empty: EMPTY,
    validate: { name: isNotEmpty('Назовите программу, для которой токен') },
    save: ({ name, scope, days }) =>
      call(tokens.create, {
        body: { name, scope: scope, days: Number(days) },
        onRefusal: 'throw',
      }),
    changes: ['tokens'],
    onSaved: ({ access_token }) => setMade(access_token),
  })
  const scopes = tokens.tokenScopes.filter((scope) => scope !== 'admin' || isAdmin)
  return (
    <>
      <form {...formProps} className={classes.form} aria-label="Новый токен">
        <TextInput label="Для чего" placeholder="Отчёты отдела" maxLength={100} {...form.getInputProps('name')} />
        <Select
          label="Что можно"
          data={scopes.map((value) => ({ value, label: SCOPES[value] }))}
          allowDeselect={false}
          {...form.getInputProps('scope')}
        />
        <Select label="Действует" data={LIVES} allowDeselect={false} {...form.getInputProps('days')} />
        <Button type="submit" size="sm" loading={isSaving}>
          Сделать токен
        </Button>
      </form>
      <Modal opened={made !== null} onClose={() => setMade(null)} title="Токен готов" size="lg">
        <Stack gap="md">
          <ShownOnce
            label="Токен"
            description="Скопируйте его сейчас: второй раз показать его нельзя, только сделать новый"
            value={made ?? ''}
          />
          <div className={classes.dim}>
            Программа передаёт его в заголовке запросов: <code>Authorization: Bearer токен</code>
          </div>
        </Stack>
      </Modal>
    </>
  )
}
