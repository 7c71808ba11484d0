import { Button, Stack, Table, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { services } from '@vypusk/contract'
import { call } from '../../api/client.ts'
import { ShownOnce } from '../../components/kit/fields/ShownOnce.tsx'
import { useServerForm } from '../../components/kit/fields/useServerForm.tsx'
import { formatDay, formatMoment } from '../../ui/dates.ts'
import classes from './Integrations.module.css'
import { RevokeToken } from './RevokeToken.tsx'
import { useService } from './service-api.ts'

interface TokensProps {
  service: services.Service
}

interface MadeTokenProps extends TokensProps {
  value: string
}

/** A token that has been made, shown this one time. */
export const MadeToken = ({ service: { scope }, value }: MadeTokenProps) => (
  <Stack gap="md">
    <ShownOnce
      label="Токен"
      description="Скопируйте его сейчас: второй раз показать его нельзя, только сделать новый"
      value={value}
    />
    <div className={classes.dim}>
      {scope === 'directory' ? (
        <>
          Адрес для каталога: <code>{window.location.origin}/api/scim/v2</code>, вход – Bearer-токен
        </>
      ) : (
        <>
          Программа передаёт его в заголовке запросов: <code>Authorization: Bearer токен</code>
        </>
      )}
    </div>
  </Stack>
)

interface NewServiceTokenProps extends TokensProps {
  /** Receives the token, also when the form has been closed by then. */
  onMade: (token: string) => void
}

/** Creates a token of the account. */
export function NewServiceToken({ service: { id }, onMade }: NewServiceTokenProps) {
  const { form, formProps, isSaving } = useServerForm({
    name: `service.${id}.token`,
    initialValues: { name: '' },
    validate: { name: isNotEmpty('Назовите токен') },
    save: (body) => call(services.createToken, { params: { id }, body, onRefusal: 'throw' }),
    changes: ['user'],
    onSaved: ({ access_token }) => onMade(access_token),
  })
  return (
    <form {...formProps} aria-label="Новый токен сервиса">
      <Stack gap="md">
        <TextInput
          data-autofocus
          label="Название токена"
          placeholder="Основной сервер сборки"
          maxLength={100}
          {...form.getInputProps('name')}
        />
        <Button type="submit" loading={isSaving}>
          Сделать токен
        </Button>
      </Stack>
    </form>
  )
}

function Row({ service, token }: TokensProps & { token: services.ServiceToken }) {
  const { revoke } = useService(service.id)
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.name}>
        {token.name}
      </Table.Th>
      <Table.Td data-label="Сделан">{formatDay(token.created_at)}</Table.Td>
      <Table.Td data-label="Последний запрос">
        {token.last_used_at === null ? 'не было' : formatMoment(token.last_used_at)}
      </Table.Td>
      <Table.Td>
        <RevokeToken
          name={token.name}
          who={`Программа с токеном «${token.name}»`}
          isPending={revoke.isPending}
          revoke={() => revoke.mutateAsync(token.id)}
        />
      </Table.Td>
    </Table.Tr>
  )
}

/** The tokens of an account with their names and when they were last used. */
export const ServiceTokens = ({ service }: TokensProps) => {
  if (service.tokens.length === 0) return <div className={classes.dim}>Токенов нет</div>
  return (
    <Table className={`${classes.tokens} ${classes.even}`} verticalSpacing={4} aria-label={`Токены: ${service.name}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Токен</Table.Th>
          <Table.Th>Сделан</Table.Th>
          <Table.Th>Последний запрос</Table.Th>
          <Table.Td />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {service.tokens.map((token) => (
          <Row key={token.id} service={service} token={token} />
        ))}
      </Table.Tbody>
    </Table>
  )
}
