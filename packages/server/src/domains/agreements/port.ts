/** `issueLink(tx, agreement_id, asked, now)`: the token of a letter that asks for the client's word. */
export { issueLink, type Asked } from './commands/links.ts'
