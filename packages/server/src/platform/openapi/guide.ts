/** Introduction on the reference page: what a programmer needs to know before the first call. */
export const GUIDE = `
Programs can do everything that the screens do: the screens use these calls and no others.

## First call

Create a token in «Токены API»: \`read\` only reads, \`write\` may do what its person may, \`admin\` may administer as well.
A program that has to go on working when the person who set it up has left needs a service account, which an administrator creates
(/admin/services): its tokens do not belong to a person.

\`\`\`sh
curl https://vypusk.example.ru/api/auth/user -H "Authorization: Bearer $TOKEN"
\`\`\`

\`docs/programs.md\` in the sources shows the way from a list to a publication, command by command.

A client for your language can be generated from this document, for example with
\`npx openapi-typescript https://vypusk.example.ru/api/openapi.json -o vypusk.d.ts\`.

## Values

Ids are positive whole numbers. Durations are whole minutes. Days are \`YYYY-MM-DD\`, times of day \`HH:mm\`, moments ISO 8601
in UTC. Where a body refers to an existing thing, only its id is read. A list in an address is \`users=1,2\`,
\`users=1&users=2\` or \`users[]=1&users[]=2\`.

## Pages

Lists take \`page\` from 1, \`per_page\` up to 500, \`order_by\` and \`isDesc\`, and answer with
\`{total, from, to, current_page, per_page, data}\`. A page past the end is empty and has the true \`total\`. Equal rows are
ordered by their id, so no row appears twice. With \`isExcel: true\` lists that support it answer with a workbook of all rows.

## Refusals

\`{message, errors?}\`: \`message\` is a sentence in Russian for a person, \`errors\` lists for each field what is wrong with it. Decide by
the status:

| status | what to do |
|---|---|
| 400, 404, 413, 422 | correct the call; sent again unchanged, it is refused again |
| 401 | get a new token |
| 403 | ask an administrator for the right |
| 409 | \`current\` is the present state: compare, and send again with its \`version\` |
| 429, 503 | try again after \`Retry-After\` seconds |
| 500 | report the \`id\` to the administrator |

## Simultaneous changes

Replies with details contain \`version\`. Send it back with a change: if somebody else changed the thing first, the answer is 409 and
nothing is overwritten. Without \`version\` the last change wins.

## Repeated calls

Calls that create something take \`Idempotency-Key\`, any text of your own. When the connection breaks, send the same call with the
same key: for 24 hours it answers with the first reply and creates nothing twice.

## Rate limits

The administrator limits how many writing calls of one kind a token may make (6000 in ten minutes by default, for all tokens of a
person together). Reading is not counted. Calls over the limit are answered with 429 and \`Retry-After\`.

## Assistants

\`POST /api/mcp\` speaks the Model Context Protocol by streamable HTTP, with the same token. Its tools are calls of this document; none
publishes or deletes. Give an assistant a token of scope \`read\` unless it has to write.

## Webhooks

A webhook (\`POST /admin/webhooks\`) receives a POST for each change. Verify the sender over the bytes of the body as received:

\`\`\`
X-Vypusk-Signature = "sha256=" + hex(HMAC-SHA256(secret, X-Vypusk-Timestamp + "." + body))
\`\`\`

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto'

export function isFromVypusk(secret, headers, body) {
  const seconds = headers['x-vypusk-timestamp']
  const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) < 300
  const own = 'sha256=' + createHmac('sha256', secret).update(seconds + '.' + body).digest('hex')
  const given = headers['x-vypusk-signature'] ?? ''
  return isFresh && own.length === given.length && timingSafeEqual(Buffer.from(own), Buffer.from(given))
}
\`\`\`

\`\`\`python
import hashlib, hmac, time

def is_from_vypusk(secret: str, headers: dict, body: bytes) -> bool:
    seconds = headers["X-Vypusk-Timestamp"]
    own = "sha256=" + hmac.new(secret.encode(), seconds.encode() + b"." + body, hashlib.sha256).hexdigest()
    return abs(time.time() - int(seconds)) < 300 and hmac.compare_digest(own, headers["X-Vypusk-Signature"])
\`\`\`

Answer 2xx within 10 s; a delivery with any other answer is tried again for a day, with growing pauses. With 429 or
503, \`Retry-After\` (seconds or a date, a day at most) makes the next pause longer. \`X-Vypusk-Delivery\` is the
same each time: remember it to process no delivery twice. An offer that staff accept moves the date: it is announced as
\`agreement.offer_accepted\`, or as \`agreement.moved\` to a webhook that wants only the latter.
`.trim()
