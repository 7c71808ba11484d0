/** Conditions that demo data must meet. Each query finds violations, so each must return nothing. `$1` is today. */
export const invariants: Record<string, string> = {
  'tasks belong to a tracker that is not read, since its address does not exist': `
    select id from trackers where is_active
    union all select i.id from issues i left join trackers t on t.name = i.tracker where t.id is null`,
  'some requests were imported, each with its imported data': `
    select q.id from requests q left join imported_rows i on i.request_id = q.id
    where (q.source_key is null) <> (i.request_id is null)
    union all select 0 where not exists (select from imported_rows)`,
  'there are messenger channels, one of them of a company, all switched off, since their addresses do not exist': `
    select id from webhooks where is_active
    union all select 0 where not exists (select from webhooks where company_id is not null)`,
  'unread notices are about matters that are not settled yet': `
    select n.id from notices n where read_at is null and matter is not null and not exists
      (select from open_matters o where o.entity = n.entity and o.entity_id = n.entity_id and o.matter = n.matter
        and (o.until is null or o.until > $1))`,
  'people get no notices of their own entries, and only of what they may see': `
    select n.id from notices n join events e on e.id = n.event_id join users u on u.id = n.user_id
    where e.user_id = n.user_id or (not u."isRivc" and u.idcomp <> all (e.companies))`,
  'some people of the provider and of a client have unread notices': `
    select 0 where not exists (select from notices n join users u on u.id = n.user_id
        where read_at is null and u.login = 'manager')
      or not exists (select from notices n join users u on u.id = n.user_id where read_at is null and not u."isRivc")`,
  'entries about a request are by its company or by staff, and internal ones by staff': `
    select e.id from entries e join threads t on t.id = e.thread_id join requests q on q.id = t.request_id
      join users u on u.id = e.author_id
    where (e.side = 'staff') <> u."isRivc" or (e.side = 'client' and u.idcomp <> q.idcomp) or e.created_at >= $1`,
  'a request belongs to a module of its release': `
    select r.id from requests r where release_id is not null and not exists
      (select from release_modules m where m.release_id = r.release_id and m.idmod = r.idmod)`,
  'a request belongs to a company of its release that is not on the not-publishing list, unless it is being planned': `
    select r.id from requests r join releases on releases.id = release_id where step_id > 0 and (not exists
      (select from release_companies c where c.release_id = r.release_id and c.idcomp = r.idcomp)
      or exists (select from not_publishing_list c where c.release_id = r.release_id and c.idcomp = r.idcomp))`,
  'a request was made before its release began': `
    select r.id from requests r join releases on releases.id = release_id where r.created_at >= start_date`,
  'a request uses a module of its company': `
    select id from requests r where not exists
      (select from company_modules m where m.idcomp = r.idcomp and m.idmod = r.idmod)`,
  'an author belongs to the company or to staff': `
    select r.id from requests r join users u on u.id = author_id where u.idcomp is distinct from r.idcomp and not "isRivc"`,
  'the status of a request fits the step of its release': `
    select r.id from requests r left join releases on releases.id = release_id
    where (step_id = 5 and status_id <> 4) or (step_id = 6 and status_id <> 5) or (step_id < 5 and status_id in (5, 6))`,
  'hours of tasks add up to the hours of their request': `
    select request_id from issues i join requests r on r.id = request_id
    group by request_id, r.planned_time having sum(i.planned_time) <> r.planned_time`,
  'companies of a release are those that use its modules, unless it is being planned': `
    (select release_id, idcomp from release_companies except
      select release_id, idcomp from release_modules join company_modules using (idmod))
    union all
    (select release_id, idcomp from release_modules join company_modules using (idmod)
      join releases on releases.id = release_id and step_id > 0 except
      select release_id, idcomp from release_companies)`,
  'a release begins and ends on working days': `
    select id from releases, lateral (values (start_date), (plan_date)) as days (day)
      left join calendar_days using (day)
    where coalesce(minutes, case when extract(isodow from days.day) < 6 then 480 else 0 end) = 0`,
  'the last recorded step is the current step': `
    select r.id from releases r
      left join lateral (select step_id from release_step_changes where release_id = r.id order by id desc limit 1) last on true
    where last.step_id is distinct from r.step_id`,
  'steps are in order of time': `
    select id from (select id, at, step_id, lag(at) over w as at_before, lag(step_id) over w as step_before
      from release_step_changes window w as (partition by release_id order by id)) changes
    where at < at_before or step_id <= step_before`,
  'exactly the published releases have a publication, at the same moment': `
    select r.id from releases r left join publication_releases i on i.release_id = r.id
      left join publications p on p.id = publication_id
    where p.corrects is null and ((step_id >= 5) <> (p.id is not null) or published_at is distinct from p.created_at)`,
  'a corrected publication was taken back, and its files were handed over again later': `
    select p.id from publications p left join publications later on later.corrects = p.id
    where (p.withdrawn_at is not null) <> (later.id is not null) or later.created_at < p.withdrawn_at`,
  'there are remarks of several kinds, and some do not hold up a publication': `
    select 0 as id from threads t join agreements a on a.id = agreement_id join releases r on r.id = release_id
    where t.kind = 'remark' and step_id < 5
    having count(distinct (t.side, t.state)) filter (where not t.blocks) < 3 or not bool_or(t.blocks)`,
  'everything between a release and a company is in its chain': `
    select id from history where chain is null and (entity in ('agreement', 'thread')
      or (entity = 'publication' and field in ('handed', 'received', 'installed', 'withdrawn_from')))
    union all select i.id from publication_releases i join publication_customers c on c.publication_release_id = i.id
    where not exists (select from history h where h.entity = 'publication' and h.entity_id = i.publication_id
      and h.field = 'handed' and h.chain = i.release_id || '/' || c.idcomp)`,
  'chains end at their heads': `
    select head.chain from chain_heads head left join lateral (select seq, hash from history
      where history.chain = head.chain order by seq desc limit 1) last on true
    where (head.seq, head.hash) is distinct from (last.seq, last.hash)`,
  'every published release has files': `
    select i.id from publication_releases i where not exists
      (select from publication_files f join release_files r using (file_id)
       where f.publication_release_id = i.id and r.release_id = i.release_id)`,
  'customers are companies of the release that are not on its not-publishing list': `
    select i.id from publication_releases i join publication_customers c on c.publication_release_id = i.id
    where c.idcomp = any("notPublishingList") or not exists
      (select from release_companies r where r.release_id = i.release_id and r.idcomp = c.idcomp)`,
  'a customer used some of the modules that it was handed': `
    select c.idcomp as id from publication_customers c where not exists (select from publication_modules m
      where m.publication_release_id = c.publication_release_id and m.idmod = any(c.used_modules))`,
  'only what was published before everybody agreed has a reason': `
    select i.id from publication_releases i where (reason is not null) <> exists
      (select from agreements a where a.release_id = i.release_id and not by_client)`,
  'an agreement is with a company of the release that is not on its not-publishing list': `
    select a.id from agreements a where not exists
      (select from release_companies c where c.release_id = a.release_id and c.idcomp = a.company_id)
      or exists (select from not_publishing_list n where n.release_id = a.release_id and n.idcomp = a.company_id)`,
  'no date is sent before the release is built': `
    select a.id from agreements a join releases r on r.id = release_id where step_id < 2`,
  'a date was sent to every company that got a published release': `
    select c.release_id from release_companies c join releases r on r.id = release_id where step_id >= 5
      and not exists (select from agreements a where a.release_id = r.id and a.company_id = c.idcomp and by_rivc)
      and not exists (select from not_publishing_list n where n.release_id = r.id and n.idcomp = c.idcomp)`,
  'an agreement goes through its moments in order': `
    select id from agreements where by_rivc <> (sent_at is not null) or sent_at < created_at or updated_at < coalesce(sent_at, created_at)`,
  'accounts of programs cannot sign in, and have a valid token': `
    select s.user_id from service_accounts s join users u on u.id = s.user_id
      left join api_tokens t on t.user_id = s.user_id and t.revoked_at is null and t.expires_at = s.expires_at
      where not u.is_service or t.id is null
    union all
    select 0 where not exists (select from service_accounts)`,
  'a date that was sent has been heard, and what was agreed has its scope, which a publication has frozen': `
    select a.id from agreements a join releases r on r.id = release_id
    where (by_rivc and (heard_at is null or told_sha is null or seen_sha is null)) or by_client <> (agreed_sha is not null)
      or by_client and (frozen_sha is not null) <> (step_id >= 5)`,
  'recipients are people of the company with a mail address': `
    select agreement_id from agreement_recipients join users u on u.id = user_id join agreements a on a.id = agreement_id
    where u.idcomp <> a.company_id or email is null or is_blocked`,
  'substitutes belong to the company and have a mail address, and there is one': `
    select s.id from substitutes s join users a on a.id = user_id join users o on o.id = substitute_id
    where a.idcomp <> company_id or o.idcomp <> company_id or o.email is null or o.is_blocked
    union all select 0 where not exists (select from shared_substitutes)`,
  'some company was recently handed files that it has not downloaded': `
    select 0 as id where not exists (select from unfetched_packages where created_at > $1::date - 30)`,
  'a date that a client offers waits for an answer, is ahead, and is in the history of its agreement': `
    select o.id from agreement_offers o join agreements a on a.id = agreement_id join users u on u.id = o.user_id
    where o.state <> 'open' or not a.by_rivc or a.by_client or o."releaseDate" <= $1::date or u.idcomp <> a.company_id
      or o.created_at < a.sent_at
      or not exists (select from history h where h.entity = 'agreement' and h.entity_id = a.id and h.field = 'offer')
    union all select 0 where not exists (select from agreement_offers)`,
  'a plan that is tried out is shown to colleagues, and moves unfinished releases as they are': `
    select r.id from planning_changes c join releases r on r.id = c.release_id
    where r.version <> c.version or c.plan_date <= r.plan_date or r.step_id not between 1 and 4
    union all select 0 where not exists (
      select from planning_variants v join planning_changes c on c.variant_id = v.id where v.is_shared)`,
  'paused reminders wait for their client, and there are some': `
    select p.id from reminder_pauses p join agreements a on a.id = agreement_id
    where a.sent_at is distinct from p.asked_at or by_client or remark <> '' or p.at < p.asked_at
    union all select 0 where not exists (select from reminder_pauses)`,
  'one unfinished release is held up by every kind of blocker': `
    select 0 as id where not exists (
      select from releases r join agreements a on a.release_id = r.id
        left join freezes f on a."releaseDate" between f.date_from and f.date_to and f.idcomp = a.company_id
      where r.step_id between 2 and 4
      group by r.id
      having bool_or(a.by_rivc and not by_client and a."releaseDate" > $1::date) and bool_or(a.remark <> '')
        and bool_or(a.by_client and a.seen_sha <> a.agreed_sha)
        and bool_or(a.by_client and not a."isPublishedOnTestEnv") and bool_or(a.by_client and f.id is not null))`,
  'verdicts are about requests of the company in that release, and those that fail have a remark': `
    select t.id from test_results t join agreements a on a.id = agreement_id join requests q on q.id = request_id
      left join threads on threads.id = thread_id
    where q.idcomp <> a.company_id or q.release_id is distinct from a.release_id or t.at < a.sent_at
      or (t.verdict = 'fails') <> (threads.id is not null) or threads.agreement_id <> a.id
    union all select 0 where (select count(distinct verdict) from test_results) < 2`,
  'the history of agreements ends at their current values': lastChange('agreement', 'agreements', [
    'by_rivc',
    'by_client',
    'remark',
    'releaseDate',
    'cancel_reason',
    'isPublishedOnTestEnv',
    'build',
  ]),
  'the history of requests ends at their current values': lastChange('request', 'requests', [
    'inBacklog',
    'planned_time',
    'backlog_priority',
  ]),
  'the history of releases ends at their current values': lastChange('release', 'releases', [
    'plan_date',
    'planned_time',
    'is_visible_for_client',
  ]),
  'the history of releases has every step': `
    select r.id from releases r join release_steps s on s.id = step_id
      left join lateral (select after from history
        where entity = 'release' and entity_id = r.id and field = 'step' order by id desc limit 1) last on true
    where step_id > 0 and last.after is distinct from to_jsonb(name_step)`,
  'an approval by the client is in the history': `
    select id from agreements a where by_client and not exists
      (select from history where entity = 'agreement' and entity_id = a.id and field = 'by_client')`,
  'the history is in order of time': `
    select id from (select id, at, lag(at) over (partition by entity, entity_id order by id) as earlier from history) changes
    where at < earlier`,
  'a delivery belongs to the event that caused it, and is finished': `
    select d.id from deliveries d join events e on e.id = event_id left join letters l on l.id = letter_id
    where d.state = 'queued' or e.entity <> d.entity or e.entity_id <> d.entity_id or l.event_id <> d.event_id
      or (d.state = 'failed') <> (last_error is not null)`,
  'a letter knows who had its address': `
    select id, readers from deliveries where readers is distinct from case when kind = 'mail' then readers_at(target) end`,
  'a registry entry belongs to the company of its request and its people': `
    select e.id from registry_entries e left join requests r on r.id = request_id
      left join users p on p.id = responsible_id left join users b on b.id = boss_id
    where r.idcomp <> e.idcomp or p.idcomp <> e.idcomp or not b."isRivc"`,
  'a comment is by a person of its side': `
    select c.id from registry_comments c join users u on u.id = user_id where (side = 'rivc') <> "isRivc"`,
  'nothing happens today or later': `
    select max(at) from (
      select max(created_at) as at from requests union all select max(updated_at) from requests
      union all select max(at) from history union all select max(at) from release_step_changes
      union all select max(updated_at) from agreements union all select max(created_at) from publications
      union all select max(updated_at) from registry_entries union all select max(created_at) from registry_comments
      union all select max(at) from file_downloads union all select max(at) from deliveries
      union all select max(created_at) from releases union all select max(uploaded) from files) moments
    having max(at) >= $1::date`,
}

/** Finds rows in which a field differs from its latest recorded change. */
function lastChange(entity: string, table: string, fields: string[]): string {
  const parts = fields.map(
    (field) => `select t.id, '${field}' from ${table} t join lateral
      (select after from history where entity = '${entity}' and entity_id = t.id and field = '${field}' order by id desc limit 1)
      last on true where last.after is distinct from to_jsonb(t."${field}")`,
  )
  return parts.join(' union all ')
}
