import { Table } from '@mantine/core'
import type { tokens } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import column from '../../components/shared/page/FormColumn.module.css'
import { formatDay, formatMoment } from '../../ui/dates.ts'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import classes from './Integrations.module.css'
import { RevokeToken } from './RevokeToken.tsx'
import { TokenForm } from './TokenForm.tsx'
import { tokensQuery, useRevoke } from './api.ts'
import { SCOPES } from './texts.ts'

const Row = ({ token }: { token: tokens.ApiToken }) => {
  const { mutateAsync, isPending } = useRevoke()
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.name}>
        {token.name}
      </Table.Th>
      <Table.Td data-label="Что можно">{SCOPES[token.scope]}</Table.Td>
      <Table.Td data-label="Действует до" className={token.is_expired ? classes.over : undefined}>
        {formatDay(token.expires_at)}
        {token.is_expired && ', истёк'}
      </Table.Td>
      <Table.Td data-label="Последний запрос">
        {token.last_used_at === null ? 'не было' : formatMoment(token.last_used_at)}
      </Table.Td>
      <Table.Td>
        <RevokeToken
          name={token.name}
          who={`Программа «${token.name}»`}
          isPending={isPending}
          revoke={() => mutateAsync(token.id)}
        />
      </Table.Td>
    </Table.Tr>
  )
}

const Rows = ({ all }: { all: tokens.ApiToken[] }) => {
  if (all.length === 0) {
    return (
      <TableState title="Токенов ещё нет">Назовите программу, выберите, что ей можно, и сделайте токен.</TableState>
    )
  }
  return (
    <Table className={classes.tokens} verticalSpacing={6} aria-label="Токены API">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Для чего</Table.Th>
          <Table.Th>Что можно</Table.Th>
          <Table.Th>Действует до</Table.Th>
          <Table.Th>Последний запрос</Table.Th>
          <Table.Td />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {all.map((token) => (
          <Row key={token.id} token={token} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The person's own tokens for programs that use the API on the person's behalf. */
export const TokensPage = () => (
  <Page title="Токены API">
    <div className={column.column} data-wide>
      <div className={classes.dim}>
        По токену программа работает от вашего имени и видит то, что видите вы. Описание вызовов –{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          справочник API
        </a>
        . Ассистенту, который понимает MCP, дайте токен и адрес <code>{window.location.origin}/api/mcp</code>:
        публиковать и удалять он не может.
      </div>
      <TokenForm />
      <Loaded
        result={useQuery(tokensQuery)}
        failed="Токены не загрузились"
        loading={<SkeletonLines lines={3} label="Загрузка токенов" />}
      >
        {({ tokens: all }) => <Rows all={all} />}
      </Loaded>
    </div>
  </Page>
)
