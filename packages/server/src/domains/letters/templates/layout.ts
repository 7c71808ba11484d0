import { html, lines, type Html } from '../../../platform/markup.ts'

/** What a letter says, before it is HTML or plain text. */
export interface Content {
  subject: string
  heading: string
  /** Plain text; line breaks are kept. */
  paragraphs: string[]
  facts: [label: string, value: string][]
  button: { text: string; href: string }
  /** Why this person gets it. */
  footer: string
}

// What every Windows has comes first: Outlook takes its own Times for a name it does not know.
const FONT = "font-family:'Segoe UI',Roboto,Arial,sans-serif"
/** Pixels; Outlook for Windows knows widths of tables, and no greatest widths. */
const WIDTH = 560
const TABLE = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`

const paragraph = (text: string) =>
  html`<p style="margin:0 0 12px;font-size:15px;line-height:22px;color:#1b1d22">${lines(text)}</p>`

const fact = ([label, value]: [string, string]) =>
  html`<tr>
    <td style="padding:4px 16px 4px 0;color:#636874;vertical-align:top;white-space:nowrap">${label}</td>
    <td style="padding:4px 0;color:#1b1d22;vertical-align:top">${lines(value)}</td>
  </tr>`

// A cell, because Outlook for Windows gives links neither padding nor a ground: there it would be white words on white.
const button = ({ text, href }: Content['button']) =>
  html`<table ${TABLE}>
    <tr>
      <td bgcolor="#3d4fd6" style="background:#3d4fd6;border-radius:6px;mso-padding-alt:11px 20px;${FONT}">
        <a
          href="${href}"
          style="display:inline-block;padding:11px 20px;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none"
          >${text}</a
        >
      </td>
    </tr>
  </table>`

const PAGE = 'margin:0;background:#f7f7f9'
// One long word must not push the letter out of a narrow window: some programs know the one property, some the other.
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word'
const CARD = 'background:#ffffff;border:1px solid #e6e7eb;border-radius:6px'
const HEADING = 'margin:0 0 16px;font-size:20px;line-height:26px;font-weight:600;color:#1b1d22'
const FOOTER = `padding:16px 0 0;font-size:12px;line-height:18px;color:#636874;text-align:center;${FONT}`

/** What stands around every letter. */
const framed = ({ subject, footer }: Content, inside: Html): string =>
  html`<!doctype html>
    <html lang="ru">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${subject}</title>
      </head>
      <body style="${PAGE};${FONT}">
        <table ${TABLE} width="100%" bgcolor="#f7f7f9">
          <tr>
            <td align="center" style="padding:24px 12px">
              <!--[if mso]><table ${TABLE} width="${String(WIDTH)}"><tr><td><![endif]-->
              <table ${TABLE} width="100%" style="max-width:${String(WIDTH)}px">
                <tr>
                  <td align="left" bgcolor="#ffffff" style="${CARD};padding:28px;${FONT};${BREAKS}">${inside}</td>
                </tr>
                <tr>
                  <td align="center" style="${FOOTER}">${footer}</td>
                </tr>
              </table>
              <!--[if mso]></td></tr></table><![endif]-->
            </td>
          </tr>
        </table>
      </body>
    </html>`.text

/** The letter as HTML: tables and inline styles, which is what mail programs understand. */
export const htmlOf = (content: Content): string =>
  framed(
    content,
    html`<h1 style="${HEADING}">${content.heading}</h1>
      ${content.paragraphs.map(paragraph)}
      <table ${TABLE} style="font-size:14px;line-height:20px;${FONT}">
        ${content.facts.map(fact)}
      </table>
      <div style="height:20px;line-height:20px;font-size:1px">&nbsp;</div>
      ${button(content.button)}`,
  )

/** The same letter for those who read plain text. */
export const textOf = ({ heading, paragraphs, facts, button: link, footer }: Content): string =>
  [
    heading,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    `${link.text}: ${link.href}`,
    `-- \n${footer}`,
  ].join('\n\n')
