/** Introduction on the reference page: what a programmer needs to know before the first call. */
export const GUIDE = `
Everything the screens do can be done by programs: the screens themselves use these calls and no others.

## First call

Make a token at «Токены API» of the product: \`read\` only reads, \`write\` does what its person may, \`admin\` administers too.
What is to outlive its maker gets a service from an administrator (/admin/services): an account of a program, whose tokens belong to no person.

\`\`\`sh
curl https://vypusk.example.ru/api/auth/user -H "Authorization: Bearer $TOKEN"
\`\`\`

The way from a list to a publication, command by command, stands in \`docs/programs.md\` of the sources.

A client for your language comes out of this document, for example
\`npx openapi-typescript https://vypusk.example.ru/api/openapi.json -o vypusk.d.ts\`.

## Values

Ids are positive whole numbers. Durations are whole minutes. Days are \`YYYY-MM-DD\`, times of day \`HH:mm\`, moments ISO 8601
in UTC. Where a body names a thing that exists, its id alone is read.

## Pages

Lists take \`page\` from 1, \`per_page\` up to 500, \`order_by\` and \`isDesc\`, and answer
\`{total, from, to, current_page, per_page, data}\`. A page past the end is empty and has the true \`total\`. Equal rows are told
apart by their id, so no row comes twice. \`isExcel: true\` answers with a workbook of all rows, where a list has that.

## Refusals

\`{message, errors?}\`: \`message\` is a sentence in Russian for a person, \`errors\` says of each field what is wrong with it. Decide by
the status:

| status | what to do |
|---|---|
| 400, 404, 413, 422 | mend the call; the same again is refused again |
| 401 | get a new token |
| 403 | ask for the right |
| 409 | \`current\` is how it is now: look, and send again with its \`version\` |
| 429, 503 | come back after \`Retry-After\` seconds |
| 500 | tell the administrator the \`id\` |

## Two at once

Details carry \`version\`. Send it back with a change: when somebody was quicker it is 409 and nothing is lost. Without it the last
one wins.

## The same again

Calls that create take \`Idempotency-Key\`, any text of your own. When the line breaks, send the same call with the same key: it
answers with the first reply and makes nothing twice, for 24 hours.

## How often

A token may make as many calls of one kind that write as the administrator says (6000 in ten minutes unless set, all tokens of a
person together). Reading is not counted. Beyond it is 429 with \`Retry-After\`.

## Assistants

\`POST /api/mcp\` speaks the Model Context Protocol by streamable HTTP, with the same token. Its tools are calls of this document; none
publishes or deletes. Give an assistant a token of scope \`read\` unless it is to write.

## Being told

A webhook (\`POST /admin/webhooks\`) is told of each change by a POST. Check who sends it, by the body's bytes as they came:

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

Answer 2xx within 10 s; anything else is tried again with growing pauses for a day. \`X-Vypusk-Delivery\` is the same each time:
remember it, and nothing is done twice.
`.trim()
