/**
 * Converts the JSON that the APIs of Jira, YouTrack and Redmine return to the table that the same system exports, so
 * that both are read in one way.
 */

type Json = Record<string, unknown>
/** Column → its value; several values if the column is repeated. */
type Cells = Record<string, string | string[]>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The first of the properties with a value. */
function firstOf(value: Json, ...properties: string[]): string {
  for (const property of properties) {
    const found = value[property]
    if (typeof found === 'string' && found !== '') return found
    if (typeof found === 'number') return String(found)
  }
  return ''
}

/** The name of a thing: the value itself, or the first of its name properties. */
function nameOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return isObject(value) ? firstOf(value, 'name', 'login', 'displayName', 'fullName', 'presentation') : ''
}
const namesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(nameOf) : [nameOf(value)]).filter((name) => name !== '')

/** A person by name and by what leads to an account: «Ольга Смирнова (osmirnova)». */
function personOf(value: unknown): string {
  if (!isObject(value)) return nameOf(value)
  const name = firstOf(value, 'displayName', 'fullName', 'name')
  const login = firstOf(value, 'emailAddress', 'email', 'login', 'name')
  return login === '' || login === name ? name : `${name} (${login})`
}

const BLOCKS = new Set(['paragraph', 'heading', 'listItem', 'codeBlock', 'hardBreak'])

/** The plain text of a string, or of Jira Cloud's document tree. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (!isObject(value)) return ''
  const parts: string[] = []
  // An explicit stack, because the tree may be of any depth.
  const ahead: unknown[] = [value]
  while (ahead.length > 0) {
    const node = ahead.pop()
    if (!isObject(node)) continue
    if (typeof node['text'] === 'string') parts.push(node['text'])
    if (BLOCKS.has(String(node['type'])) && parts.length > 0) parts.push('\n')
    if (Array.isArray(node['content'])) ahead.push(...node['content'].toReversed())
  }
  return parts.join('').trim()
}

const MOST_COMMENTS = 200
/** The same format as in Jira's own table. */
const commentOf = (at: unknown, who: unknown, text: unknown): string =>
  `${nameOf(at)};${personOf(who).replaceAll(';', ',') || '?'};${textOf(text)}`
/** The public comments, and the private ones in a column of their own. */
function commentsOf(all: Json[], isPrivate: (one: Json) => boolean, read: (one: Json) => string): Cells {
  return { Comment: all.filter((one) => !isPrivate(one)).map(read), 'Private comment': all.filter(isPrivate).map(read) }
}
/** The public files, and the private ones in a column of their own. */
function filesOf(all: Json[], isPrivate: (one: Json) => boolean, read: (one: Json) => string): Cells {
  return {
    Attachment: all.filter((one) => !isPrivate(one)).map(read),
    'Private attachment': all.filter(isPrivate).map(read),
  }
}
const fileOf = (name: unknown, url: unknown, size: unknown): string =>
  [`;;${nameOf(name)}`, nameOf(url), ...(typeof size === 'number' ? [size] : [])].join(';')

function jiraLinks(links: unknown): Cells {
  const cells: Cells = {}
  for (const link of objectsIn(links)) {
    const [side, issue] = isObject(link['inwardIssue'])
      ? (['Inward', link['inwardIssue']] as const)
      : (['Outward', link['outwardIssue']] as const)
    const column = `${side} issue link (${nameOf(link['type'])})`
    if (isObject(issue)) cells[column] = [cells[column] ?? [], nameOf(issue['key'])].flat()
  }
  return cells
}

function ofJira(issue: Json): Cells {
  const fields = isObject(issue['fields']) ? issue['fields'] : issue
  const comments = isObject(fields['comment']) ? fields['comment']['comments'] : fields['comments']
  return {
    'Issue key': nameOf(issue['key']),
    Summary: nameOf(fields['summary']),
    Description: textOf(fields['description']),
    'Security Level': nameOf(fields['security']),
    'Issue Type': nameOf(fields['issuetype'] ?? fields['issueType']),
    Status: nameOf(fields['status']),
    Priority: nameOf(fields['priority']),
    Reporter: personOf(fields['reporter']),
    Assignee: personOf(fields['assignee']),
    Created: nameOf(fields['created']),
    'Due Date': nameOf(fields['duedate']),
    'Fix Version/s': namesIn(fields['fixVersions']),
    'Component/s': namesIn(fields['components']),
    Labels: namesIn(fields['labels']),
    'Original Estimate': nameOf(fields['timeoriginalestimate'] ?? fields['originalEstimate']),
    'Parent key': isObject(fields['parent']) ? nameOf(fields['parent']['key']) : '',
    ...jiraLinks(fields['issuelinks']),
    ...commentsOf(
      objectsIn(comments),
      (one) => isObject(one['visibility']) || one['jsdPublic'] === false,
      (one) => commentOf(one['created'], one['author'], one['body']),
    ),
    Attachment: objectsIn(fields['attachment']).map((one) => fileOf(one['filename'], one['content'], one['size'])),
  }
}

function ofYouTrack(issue: Json): Cells {
  const own = new Map(
    objectsIn(issue['customFields']).map((field) => [nameOf(field['name']).toLowerCase(), field['value']]),
  )
  const field = (...names: string[]) =>
    names.map((name) => own.get(name)).find((value) => value !== undefined && value !== null)
  const estimate = field('estimation', 'оценка')
  return {
    'Issue Id': nameOf(issue['idReadable']),
    Project: isObject(issue['project']) ? nameOf(issue['project']) : '',
    Summary: nameOf(issue['summary']),
    Description: textOf(issue['description']),
    'Visible to': isLimited(issue) ? 'Не всем' : '',
    Reporter: personOf(issue['reporter']),
    Created: nameOf(issue['created']),
    Priority: nameOf(field('priority', 'приоритет')),
    Type: nameOf(field('type', 'тип')),
    State: nameOf(field('state', 'состояние', 'статус')),
    Assignee: personOf(field('assignee', 'назначена')),
    Subsystem: namesIn(field('subsystem', 'подсистема')),
    'Fix versions': namesIn(field('fix versions', 'исправлено в версиях')),
    'Due Date': nameOf(field('due date', 'срок')),
    Estimation: isObject(estimate) ? nameOf(estimate['minutes'] ?? estimate) : nameOf(estimate),
    Tags: namesIn(issue['tags']),
    ...commentsOf(objectsIn(issue['comments']), isLimited, (one) =>
      commentOf(one['created'], one['author'], one['text']),
    ),
    ...filesOf(objectsIn(issue['attachments']), isLimited, (one) => fileOf(one['name'], one['url'], one['size'])),
  }
}

/** Whether YouTrack shows a comment only to some groups or people. */
const isLimited = ({ visibility }: Json) =>
  isObject(visibility) &&
  [visibility['permittedGroups'], visibility['permittedUsers']].some((some) => Array.isArray(some) && some.length > 0)

/** The names of a relation seen from the issue it begins with, and from the one it leads to. */
const RELATIONS: Record<string, [string, string]> = {
  relates: ['Связана с', 'Связана с'],
  duplicates: ['Дублирует', 'Дублируется'],
  blocks: ['Блокирует', 'Блокируется'],
  precedes: ['Предшествует', 'Следует за'],
  copied_to: ['Скопирована в', 'Скопирована из'],
}

function redmineLinks(issue: Json): string {
  const found = objectsIn(issue['relations']).map((relation) => {
    const isFirst = nameOf(relation['issue_id']) === nameOf(issue['id'])
    const [there, back] = RELATIONS[nameOf(relation['relation_type'])] ?? ['Связана с', 'Связана с']
    return isFirst ? `${there} #${nameOf(relation['issue_to_id'])}` : `${back} #${nameOf(relation['issue_id'])}`
  })
  return found.join(', ')
}

/** Custom fields, each as a column with its name. */
const addedFields = (fields: unknown): Cells =>
  Object.fromEntries(objectsIn(fields).map((field) => [nameOf(field['name']), namesIn(field['value']).join(', ')]))

/** Finds the files that came with a private note; if the notes were not requested, any file may be one. */
function hiddenIn(journals: unknown): (file: Json) => boolean {
  if (!Array.isArray(journals)) return () => true
  const details = objectsIn(journals).flatMap((one) => (one['private_notes'] === true ? objectsIn(one['details']) : []))
  const files = new Set(details.filter(({ property }) => property === 'attachment').map(({ name }) => nameOf(name)))
  return ({ id }) => files.has(nameOf(id))
}

function ofRedmine(issue: Json): Cells {
  const journals = objectsIn(issue['journals']).filter(({ notes }) => typeof notes === 'string' && notes !== '')
  return {
    ...addedFields(issue['custom_fields']),
    '#': nameOf(issue['id']),
    Project: nameOf(issue['project']),
    Tracker: nameOf(issue['tracker']),
    Private: issue['is_private'] === true ? 'Yes' : '',
    Status: nameOf(issue['status']),
    Priority: nameOf(issue['priority']),
    Subject: nameOf(issue['subject']),
    Author: personOf(issue['author']),
    Assignee: personOf(issue['assigned_to']),
    Category: nameOf(issue['category']),
    'Target version': nameOf(issue['fixed_version']),
    'Due date': nameOf(issue['due_date']),
    'Estimated time': nameOf(issue['estimated_hours']),
    Created: nameOf(issue['created_on']),
    'Parent task': isObject(issue['parent']) ? nameOf(issue['parent']['id']) : '',
    Description: textOf(issue['description']),
    'Related issues': redmineLinks(issue),
    ...commentsOf(
      journals,
      (one) => one['private_notes'] === true,
      (one) => commentOf(one['created_on'], one['user'], one['notes']),
    ),
    ...filesOf(objectsIn(issue['attachments']), hiddenIn(issue['journals']), (one) =>
      fileOf(one['filename'], one['content_url'], one['filesize']),
    ),
  }
}

/** The issues in a JSON: the list itself, or inside a search page or the projects of an export. */
function issuesIn(json: unknown): Json[] {
  if (Array.isArray(json)) return objectsIn(json)
  if (!isObject(json)) return []
  if (Array.isArray(json['issues'])) return objectsIn(json['issues'])
  return objectsIn(json['projects']).flatMap((project) => objectsIn(project['issues']))
}

function readerOf(issue: Json): ((issue: Json) => Cells) | undefined {
  if ('idReadable' in issue) return ofYouTrack
  if ('subject' in issue && 'id' in issue) return ofRedmine
  return 'key' in issue ? ofJira : undefined
}

/**
 * Issues as rows with one header; columns are repeated as often as the issue with the most values needs.
 * @returns undefined if it is not an export of these systems
 */
export function tableOfJson(json: unknown): string[][] | undefined {
  const issues = issuesIn(json)
  const read = issues[0] && readerOf(issues[0])
  if (!read) return undefined
  const widths = new Map<string, number>()
  const rows = issues.map(read)
  for (const cells of rows) {
    for (const [column, content] of Object.entries(cells)) {
      const width = Array.isArray(content) ? Math.min(content.length, MOST_COMMENTS) : 1
      widths.set(column, Math.max(1, width, widths.get(column) ?? 0))
    }
  }
  const header = [...widths].flatMap(([column, width]) => Array.from({ length: width }, () => column))
  const rowOf = (cells: Cells) =>
    [...widths].flatMap(([column, width]) => {
      const contents = [cells[column] ?? []].flat()
      return Array.from({ length: width }, (_, place) => contents[place] ?? '')
    })
  return [header, ...rows.map(rowOf)]
}
