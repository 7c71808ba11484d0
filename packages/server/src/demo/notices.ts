import type pg from 'pg'
import { type Day, startOf } from './time.ts'

/** How many days back notices go. */
const DAYS_BACK = 120
/** The latest notices of each person that are unread; the others were read. */
const UNREAD = 4
/** The most recent entries that are considered; each person gets fewer. */
const MOST_TOLD = 300
/** How many requests and how many agreements the demo's manager follows; its clients follow all of their companies'. */
const DEMO_FOLLOWS = 5

/**
 * Notices of the last entry in each thread, for people who follow the thing, own the remark or are asked about the
 * date.
 */
const words = `
     with latest as (
       select distinct on (t.id) t.id as thread_id, t.kind, t.state, t.owner_id, t.agreement_id, t.request_id,
              coalesce(a.company_id, r.idcomp) as company_id, e.id as entry_id, e.side, e.author_id, e.text, e.asks,
              e.created_at as at
         from entries e join threads t on t.id = e.thread_id
         left join agreements a on a.id = t.agreement_id left join requests r on r.id = t.request_id
        where t.state <> 'closed' and not e.internal and e.withdrawn_at is null and e.created_at >= $1
        order by t.id, e.id desc
     ), lately as (
       select * from latest order by at desc limit ${MOST_TOLD}
     ), news as (
       select *, (select coalesce(max(id), 0) from events) + row_number() over (order by at, thread_id) as event_id,
              case when agreement_id is null then 'request' else 'agreement' end as entity,
              coalesce(agreement_id, request_id) as entity_id,
              row_number() over (partition by agreement_id is null order by at desc) as nth
         from lately
     ), happened as (
       insert into events (id, kind, entity, entity_id, companies, data, user_id, at)
       overriding system value
       select event_id, case when entity = 'request' then 'thread.said' else 'thread.answered' end, entity, entity_id,
              array[company_id], json_build_object('thread_id', thread_id, 'entry_id', entry_id), author_id, at
         from news
       returning id
     ), managed as (
       insert into watchers (entity, entity_id, user_id, watches, at)
       select n.entity, n.entity_id, u.id, true, max(n.at) from news n join users u
           on (u.login = 'manager' and n.nth <= ${DEMO_FOLLOWS})
             or (u.login in ('client1', 'client2') and u.idcomp = n.company_id)
        group by 1, 2, 3
       on conflict do nothing
       returning entity, entity_id, user_id
     ), notified as (
       select distinct on (n.event_id, p.user_id) n.*, p.user_id, p.reason
         from news n
         cross join lateral (
           select n.owner_id as user_id, 'responsible' as reason where n.side = 'client'
           union all
           select user_id, 'recipient' from agreement_recipients where agreement_id = n.agreement_id and n.side = 'staff'
           union all
           select user_id, 'watching' from watchers w
            where n.entity = 'request' and w.entity = 'request' and w.entity_id = n.entity_id and w.watches
           union all
           select user_id, 'watching' from managed m where m.entity = n.entity and m.entity_id = n.entity_id
         ) p
        where p.user_id is not null and p.user_id <> n.author_id
        order by n.event_id, p.user_id, p.reason
     )
     insert into notices (user_id, event_id, kind, reason, entity, entity_id, text, doer, screen, matter, at, read_at)
     select t.user_id, t.event_id, case when t.entity = 'request' then 'talk' else 'remark' end, t.reason, t.entity,
            t.entity_id,
            case when t.entity = 'agreement' then
              (case when t.state = 'open' then 'Замечание ' else 'Ответ ' end)
                || (case when t.side = 'client' then 'клиента' else 'поставщика' end)
                || (case when t.state = 'open' then '' else ' на замечание' end)
              when t.asks then 'Вопрос по заявке' else 'В переписке' end || ': ' || left(t.text, 200),
            u.name, true, case when t.asks or t.entity = 'agreement' then 'thread ' || t.thread_id || ' ' || t.state end,
            t.at,
            case when row_number() over (partition by t.user_id order by t.at desc, t.event_id) > ${UNREAD}
              then t.at + interval '3 hours' end
       from notified t join users u on u.id = t.author_id join happened h on h.id = t.event_id
      order by t.at, t.event_id, t.user_id`

/** Notices of the dates still waiting for approval, for the people who are asked. */
const questions = `
     insert into notices (user_id, event_id, kind, reason, entity, entity_id, text, doer, screen, matter, at)
     select r.user_id, max(e.id), 'approval', 'recipient', 'agreement', a.id,
            'Согласуйте дату установки ' || to_char(a."releaseDate", 'DD.MM.YYYY'), u.name, true, m.matter, max(e.at)
       from open_matters m
       join agreements a on m.entity = 'agreement' and a.id = m.entity_id and m.matter like 'date %'
       join events e on e.kind = 'agreement.sent' and e.entity = 'agreement' and e.entity_id = a.id
       join users u on u.id = e.user_id
       join agreement_recipients r on r.agreement_id = a.id
      where m.until > $1
      group by r.user_id, a.id, u.name, m.matter
      order by max(e.at), a.id, r.user_id`

/** Writes the notices that are there at the first start. Called when the rows can be read. */
export async function writeNotices(client: pg.ClientBase, today: Day): Promise<void> {
  await client.query(questions, [new Date(startOf(today)).toISOString()])
  await client.query(words, [new Date(startOf(today - DAYS_BACK)).toISOString()])
}
