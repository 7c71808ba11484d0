import { html, Html, lines } from '../../../platform/text/markup.ts'

/** The content of a letter, before it becomes HTML or plain text. */
export interface Content {
  subject: string
  heading: string
  /** Plain text; line breaks are kept. */
  paragraphs: string[]
  facts: [label: string, value: string][]
  button: Way
  /** What the question is about, one item a line. */
  list?: Listed
  /** Other actions beside that of the button. */
  secondary?: Way[]
  /** Why this person gets it. */
  footer: string
  /** A line below it that proves something to the person who keeps the letter; empty if there is none. */
  proof?: string
}

interface Way {
  text: string
  href: string
}

interface Listed {
  title: string
  items: string[]
  /** «и ещё 12»; empty if all items are listed. */
  more: string
}

// A font of every Windows comes first: Outlook falls back to Times for an unknown name.
const FONT = "font-family:'Segoe UI',Roboto,Arial,sans-serif"
/** In pixels; Outlook for Windows supports widths of tables, but no maximum widths. */
const WIDTH = 560
const TABLE = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`

const paragraph = (text: string) =>
  html`<p class="ink" style="margin:0 0 12px;font-size:15px;line-height:22px;color:#1b1d22">${lines(text)}</p>`

type Fact = Content['facts'][number]

const besideLabel = ([label, value]: Fact) =>
  html`<tr>
    <td class="dim" style="padding:4px 16px 4px 0;color:#636874;vertical-align:top;white-space:nowrap">${label}</td>
    <td class="ink" style="padding:4px 0;color:#1b1d22;vertical-align:top">${lines(value)}</td>
  </tr>`

const belowLabel = ([label, value]: Fact) =>
  html`<tr>
    <td style="padding:4px 0 8px;vertical-align:top">
      <div class="dim" style="color:#636874">${label}</div>
      <div class="ink" style="color:#1b1d22">${lines(value)}</div>
    </td>
  </tr>`

/** The longest label that leaves room for its value beside it on a phone, in characters. */
const LONGEST_LABEL = 24

/** Labels may be titles that people have written, beside which a value would have no room left. */
const factsTable = (facts: Fact[]) =>
  html`<table ${TABLE} style="font-size:14px;line-height:20px;${FONT}">
    ${facts.map(facts.some(([label]) => label.length > LONGEST_LABEL) ? belowLabel : besideLabel)}
  </table>`

const item = (text: string) =>
  html`<tr>
    <td class="ink" style="padding:3px 0;color:#1b1d22;vertical-align:top">${text}</td>
  </tr>`

const list = ({ title, items, more }: Listed) =>
  html`<table ${TABLE} style="font-size:14px;line-height:20px;${FONT}">
    <tr>
      <td class="ink" style="padding:16px 0 4px;font-weight:600;color:#1b1d22">${title}</td>
    </tr>
    ${items.map(item)}
    ${
      more
        ? html`<tr>
            <td class="dim" style="padding:3px 0;color:#636874">${more}</td>
          </tr>`
        : ''
    }
  </table>`

interface Look {
  /** The class used in dark mode. */
  name: string
  ground: string
  line: string
  ink: string
}
const MAIN: Look = { name: 'main', ground: '#3d4fd6', line: '#3d4fd6', ink: '#ffffff' }
const SECONDARY: Look = { name: 'beside', ground: '#ffffff', line: '#d3d5db', ink: '#1b1d22' }

// A cell, because Outlook for Windows ignores padding and background of links: the text would be white on white.
const button = ({ text, href }: Way, { name, ground, line, ink }: Look) =>
  html`<table ${TABLE} class="way" style="display:inline-table;margin:0 8px 8px 0;border-collapse:separate">
    <tr>
      <td
        class="${name}"
        align="center"
        bgcolor="${ground}"
        style="background:${ground};border:1px solid ${line};border-radius:6px;mso-padding-alt:10px 20px;${FONT}"
      >
        <a
          class="${name}-ink"
          href="${href}"
          style="display:inline-block;padding:10px 20px;color:${ink};font-size:15px;line-height:20px;font-weight:600;text-decoration:none"
          >${text}</a
        >
      </td>
    </tr>
  </table>`

/**
 * Styles for programs that support them: full-width buttons on a phone, and dark mode. Other programs, and Outlook for
 * Windows, use the inline styles.
 */
const STYLES = new Html(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) {
    .page { padding: 12px 8px !important; }
    .card { padding: 20px 16px !important; }
    .way { display: table !important; width: 100% !important; margin: 0 0 8px !important; }
    .way a { display: block !important; }
  }
  @media (prefers-color-scheme: dark) {
    body, .page { background: #17181c !important; }
    .card { background: #1d1f24 !important; border-color: #2c2f36 !important; }
    .ink { color: #e7e8ec !important; }
    .dim { color: #9ba0ac !important; }
    .main { background: #8f9bff !important; border-color: #8f9bff !important; }
    .main-ink { color: #17181c !important; }
    .beside { background: #1d1f24 !important; border-color: #4a4e58 !important; }
    .beside-ink { color: #e7e8ec !important; }
  }`)

const PAGE = 'margin:0;background:#f7f7f9'
// A long word must not widen the letter in a narrow window: some programs support one property, some the other.
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word'
const CARD = 'background:#ffffff;border:1px solid #e6e7eb;border-radius:6px'
const HEADING = 'margin:0 0 16px;font-size:20px;line-height:26px;font-weight:600;color:#1b1d22'
const FOOTER = `padding:16px 0 0;font-size:12px;line-height:18px;color:#636874;text-align:center;${FONT}`

const proved = (proof = ''): Html =>
  proof ? html`<br /><span style="font-size:10px;word-break:break-all">${proof}</span>` : html``

/** The frame of every letter. */
const framed = ({ subject, footer, proof }: Content, inside: Html): string =>
  html`<!doctype html>
    <html lang="ru">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${STYLES}
        </style>
      </head>
      <body style="${PAGE};${FONT}">
        <table ${TABLE} width="100%" bgcolor="#f7f7f9">
          <tr>
            <td class="page" align="center" style="padding:24px 12px">
              <!--[if mso]><table ${TABLE} width="${String(WIDTH)}"><tr><td><![endif]-->
              <table ${TABLE} width="100%" style="max-width:${String(WIDTH)}px">
                <tr>
                  <td class="card" align="left" bgcolor="#ffffff" style="${CARD};padding:28px;${FONT};${BREAKS}">
                    ${inside}
                  </td>
                </tr>
                <tr>
                  <td class="dim" align="center" style="${FOOTER}">${footer}${proved(proof)}</td>
                </tr>
              </table>
              <!--[if mso]></td></tr></table><![endif]-->
            </td>
          </tr>
        </table>
      </body>
    </html>`.text

/** The letter as HTML: tables and inline styles, which mail programs support. */
export const htmlOf = (content: Content): string =>
  framed(
    content,
    html`<h1 class="ink" style="${HEADING}">${content.heading}</h1>
      ${content.paragraphs.map(paragraph)} ${factsTable(content.facts)} ${content.list ? list(content.list) : ''}
      <div style="height:20px;line-height:20px;font-size:1px">&nbsp;</div>
      ${button(content.button, MAIN)}${(content.secondary ?? []).map((way) => button(way, SECONDARY))}`,
  )

const inPlain = ({ text, href }: Way) => `${text}: ${href}`

/** The same letter as plain text. */
export const textOf = ({
  heading,
  paragraphs,
  facts,
  list: listed,
  button: main,
  secondary = [],
  footer,
  proof,
}: Content): string =>
  [
    heading,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...(listed ? [[`${listed.title}:`, ...listed.items, ...(listed.more ? [listed.more] : [])].join('\n')] : []),
    [main, ...secondary].map(inPlain).join('\n'),
    `-- \n${footer}${proof ? `\n${proof}` : ''}`,
  ].join('\n\n')
