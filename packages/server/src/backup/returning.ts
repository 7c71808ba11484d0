import type { ClientBase } from 'pg'
import { RESTORE_SCHEMA as BESIDE } from '../platform/database/state.ts'

/**
 * What a restore opens again: a copy does not know what people have closed since it was made, and unlike sessions and
 * tokens (`ending.ts`) it comes back, because nobody can say whether the former state is the one to keep. So the
 * administrator is told, as long as the former system can tell (docs/decisions/0036).
 */

/** A person of the copy: the account they sign in with. */
const PERSON = `copied.name || ' (' || coalesce((select signer.login from ${BESIDE}.users signer where signer.id = copied.person_id), copied.login) || ')'`

/** What both systems know of an account. Columns of the former one may be missing: it may be of an earlier release. */
const BOTH = `from ${BESIDE}.users copied join public.users former using (id)
  cross join lateral (select to_jsonb(copied) as now, to_jsonb(former) as was) as account`

const WIDER = `exists (select from unnest(array['isAdmin', 'can_enter_registry', 'can_create_registry', 'can_edit_calendar']) as own
  where (account.now ->> own)::boolean and not coalesce((account.was ->> own)::boolean, true))`

const KINDS = [
  {
    said: 'Снова действуют прежние пароли, после копии сменённые',
    tables: ['users'],
    of: `select ${PERSON} as name from ${BESIDE}.users copied
      where copied.password_hash is not null and copied.deleted_at is null
        and exists (select from public.users former where former.id = copied.id)
        -- The password goes along when somebody signs in with another of their accounts.
        and not exists (select from public.users own
          join public.users former on former.id in (own.id, (to_jsonb(own) ->> 'person_id')::int)
          where own.id = copied.id and former.password_hash = copied.password_hash)`,
  },
  {
    said: 'Снова могут войти, хотя после копии их заблокировали или убрали из компании',
    tables: ['users'],
    of: `select ${PERSON} as name ${BOTH} where not copied.is_blocked and copied.deleted_at is null
      and (former.is_blocked or account.was ->> 'deleted_at' is not null)`,
  },
  {
    said: 'Снова прежние права и компании, после копии сокращённые или другие',
    tables: ['users'],
    of: `select ${PERSON} as name ${BOTH}
      where copied.deleted_at is null and (copied.idcomp is distinct from former.idcomp or ${WIDER})`,
  },
  {
    said: 'Снова прежние права или сроки сервисов, после копии сокращённые',
    tables: ['service_accounts'],
    of: `select copied.name from ${BESIDE}.users copied join ${BESIDE}.service_accounts kept on kept.user_id = copied.id
      join public.service_accounts former on former.user_id = copied.id
      where kept.scope <> former.scope or kept.expires_at > former.expires_at`,
  },
  {
    said: 'Снова действует второй фактор, после копии убранный',
    tables: ['second_factors'],
    of: `select ${PERSON} as name from ${BESIDE}.second_factors kept join ${BESIDE}.users copied on copied.id = kept.user_id
      where not exists (select from public.second_factors former where former.id = kept.id)`,
  },
  {
    said: 'Нет второго фактора, после копии заведённого',
    tables: ['second_factors'],
    of: `select ${PERSON} as name from public.second_factors former join ${BESIDE}.users copied on copied.id = former.user_id
      where not exists (select from ${BESIDE}.second_factors kept where kept.id = former.id)`,
  },
  {
    said: 'Снова связаны с корпоративной записью, после копии отвязанной',
    tables: ['corporate_identities'],
    of: `select ${PERSON} as name from ${BESIDE}.corporate_identities kept join ${BESIDE}.users copied on copied.id = kept.user_id
      where not exists (select from public.corporate_identities former
        where former.provider = kept.provider and former.subject = kept.subject)`,
  },
  {
    said: 'Каталог компании (SCIM) сам не повторит, что сообщил после копии; запустите в нём полную сверку. Люди и группы',
    tables: ['scim_people', 'scim_groups'],
    of: `select former.user_name as name from public.scim_people former where not exists (
        select from ${BESIDE}.scim_people kept where kept.id = former.id and kept.version = former.version)
      union select former.display_name from public.scim_groups former where not exists (
        select from ${BESIDE}.scim_groups kept where kept.id = former.id and kept.version = former.version)`,
  },
  {
    said: 'Снова отправляют вебхуки и каналы, после копии выключенные, изменённые или удалённые',
    tables: ['webhooks'],
    of: `select coalesce(substring(kept.url from '//([^/?#]+)'), '') as name from ${BESIDE}.webhooks kept
      where kept.is_active and not exists (select from public.webhooks former
        where former.id = kept.id and former.is_active and former.url = kept.url and former.secret = kept.secret)`,
  },
  {
    said: 'Снова видны клиентам релизы, после копии скрытые или удалённые',
    tables: ['releases'],
    of: `select '№ ' || copied.id as name from ${BESIDE}.releases copied join public.releases former using (id)
      where copied.is_visible_for_client and copied.deleted_at is null
        and (not former.is_visible_for_client or former.deleted_at is not null)`,
  },
  {
    said: 'Снова действуют публикации, после копии отозванные',
    tables: ['publications'],
    of: `select '№ ' || copied.id as name from ${BESIDE}.publications copied join public.publications former using (id)
      where copied.withdrawn_at is null and to_jsonb(former) ->> 'withdrawn_at' is not null`,
  },
] as const

/** Something that is open again, and whose. */
export interface Returned {
  said: string
  names: string[]
}

const hasTables = async (client: ClientBase, tables: readonly string[]): Promise<boolean> => {
  const { rows } = await client.query<{ so: boolean }>(
    `select bool_and(to_regclass('public.' || name) is not null) as so from unnest($1::text[]) as name`,
    [tables],
  )
  return rows[0]?.so === true
}

/** Compares the copy with the former system, which is the one that was copied and went on after it. */
export async function returnedIn(client: ClientBase): Promise<Returned[]> {
  const returned: Returned[] = []
  for (const { said, tables, of } of KINDS) {
    if (!(await hasTables(client, tables))) continue
    const { rows } = await client.query<{ name: string }>(`select distinct name from (${of}) as one order by name`)
    if (rows.length > 0) returned.push({ said, names: rows.map(({ name }) => name) })
  }
  return returned
}

const MOST_NAMED = 20

const named = (names: string[]): string =>
  names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ` и ещё ${names.length - MOST_NAMED}` : '')

/** The same in sentences. @param returned null when the former system cannot tell */
export function returnedInWords(returned: Returned[] | null): string[] {
  if (returned === null) {
    return [
      'Пароли, блокировки, права, второй фактор и видимое клиентам – как в копии: что изменили после неё, здесь не записано. Если с тех пор что-то закрыли, закройте снова',
    ]
  }
  return returned.map(({ said, names }) => `${said}: ${named(names)}`)
}
