import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readWord } from '../../testing/word.ts'
import { cleanHtml } from '../text/html.ts'
import { Html } from '../text/markup.ts'
import { wordReply } from './word.ts'

/** A red dot. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIwDiqEF8oABcJAgGGSFbIAAAAAElFTkSuQmCC'

const bytesOf = async (body: string, title = 'Релиз «5»') =>
  buffer((await wordReply('Документ.docx', { kind: 'Описание', title, body: new Html(body) })).stream)
const read = async (body: string) => readWord(await bytesOf(body))
const partOf = async (body: string, name: string) =>
  new TextDecoder().decode(unzipSync(await bytesOf(body))[`word/${name}.xml`])

test('another program reads the title, headings and formatting', async () => {
  const text = '<h1>Договоры</h1><h2>Печать</h2><p>Было <strong>жирно</strong> и <em>косо</em>, H<sub>2</sub>O</p>'
  const seen = await read(text)
  expect(seen).toContain('<p class="kind">Описание</p><p class="title">Релиз «5»</p>')
  expect(seen).toContain('<h1>Договоры</h1><h2>Печать</h2>')
  expect(seen).toContain('Было <strong>жирно</strong> и <em>косо</em>, H<sub>2</sub>O')
})

test('lists keep their nesting and their numbers', async () => {
  const list = '<ul><li>один<ul><li>внутри<ol><li>раз</li></ol></li></ul></li><li>два</li></ul>'
  expect(await read(list)).toContain(list)
  const numbering = await partOf('<ol start="7"><li>седьмой</li></ol>', 'numbering')
  expect(numbering).toContain('<w:start w:val="7"/>')
})

test('tables keep merged cells and whole rows, and repeat their header on each page', async () => {
  const table =
    '<table><thead><tr><th>Поле</th><th colspan="2">Значения</th></tr></thead>' +
    '<tbody><tr><td rowspan="2">Сумма</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>'
  const seen = await read(`${table}<p>между</p>${table}`)
  expect(seen).toContain('<th colspan="2"><p>')
  expect(seen).toContain('<td rowspan="2"><p>Сумма</p></td>')
  const document = await partOf(table, 'document')
  expect(document).toContain('<w:tblHeader/>')
  expect(document.match(/<w:cantSplit\/>/g)).toHaveLength(3)
})

test('adjacent tables are not joined', async () => {
  const table = '<table><tbody><tr><td>а</td></tr></tbody></table>'
  expect((await read(table + table)).match(/<table>/g)).toHaveLength(2)
})

test('a picture is embedded in the file', async () => {
  expect(await read(`<p><img src="${PNG}" alt="Схема"></p>`)).toContain(`alt="Схема" src="${PNG}"`)
})

test.each([
  ['width="4000" height="2000"', [620, 310]],
  ['width="430" height="1720"', [215, 860]],
  ['width="100" height="50"', [100, 50]],
])('a picture of %s fits the page', async (input, size) => {
  const drawn = await partOf(`<img src="${PNG}" ${input}>`, 'document')
  const [, wide = 0, high = 0] = /<wp:extent cx="(\d+)" cy="(\d+)"\/>/.exec(drawn) ?? []
  // English Metric Units: 9525 per pixel.
  expect([Number(wide) / 9525, Number(high) / 9525]).toEqual(size)
})

test('lines grow with their content', async () => {
  const styles = await partOf('<p>а</p>', 'styles')
  expect(styles.match(/w:line="/g)?.length).toBe(styles.match(/w:lineRule="auto"/g)?.length)
})

test('the whole text is Russian, or Word would check it in English', async () => {
  const styles = await partOf('<p>а</p>', 'styles')
  expect(styles).toMatch(/<w:rPrDefault><w:rPr>((?!<\/w:rPr>).)*<w:lang w:val="ru-RU"\/>/)
})

test.each<[href: string, ...uris: string[]]>([
  ['https://example.ru/a?b=1&c=%20', 'https://example.ru/a?b=1&amp;c=%20'],
  ['https://пример.рф/путь', 'https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C'],
  ['https://example.ru/100%|{a} b"\\', 'https://example.ru/100%25%7C%7Ba%7D%20b%22/'],
  ['mailto:ivan petrov@example.ru', 'mailto:ivan%20petrov@example.ru'],
  // Half an address, one within the product, a number that is no port: nothing outside leads there.
  ['http://'],
  ['https://a b/'],
  ['/releases/5'],
  ['www.example.ru'],
  ['http://a.ru:99999/'],
])('the document names the link %s as a URI, if it is one', async (href, ...uris) => {
  const body = cleanHtml(`<p><a title="т" href="${href.replaceAll('"', '&quot;')}">текст</a></p>`)
  const bytes = unzipSync(await bytesOf(body))
  const targets = new TextDecoder()
    .decode(bytes['word/_rels/document.xml.rels'])
    .matchAll(/Target="([^"]*)" TargetMode/g)
  expect(Array.from(targets, ([, target]) => target)).toEqual(uris)
  expect(new TextDecoder().decode(bytes['word/document.xml'])).toContain('текст')
})

test('no part holds what XML may not, whatever the title and the text hold', async () => {
  const odd = 'а\u0001\u000b\ufffe\uffff ]]> 👨‍👩‍👧б'
  const body = cleanHtml(`<h2>${odd}</h2><p>${odd}</p><p><img alt="${odd}" src="${PNG}"></p>`)
  const parts = Object.entries(unzipSync(await bytesOf(body, odd)))
  const texts = parts.filter(([name]) => /\.(xml|rels)$/.test(name)).map(([, bytes]) => new TextDecoder().decode(bytes))
  expect(texts.join('').match(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu)).toBeNull()
  expect(texts.join('').match(/👨‍👩‍👧б/gu)?.length).toBeGreaterThan(3)
})

test('the page is A4 and numbered in the footer', async () => {
  expect(await partOf('<p>а</p>', 'document')).toContain('<w:pgSz w:w="11906" w:h="16838"')
  expect(await partOf('<p>а</p>', 'footer1')).toMatch(/Релиз «5» · стр\. .*PAGE.* из .*NUMPAGES/)
})

test.each([
  ['a picture in the text stays', `<p><img src="${PNG}" alt="Схема" /></p>`, `<p><img src="${PNG}" alt="Схема" /></p>`],
  ['one from elsewhere would tell who reads', '<p>а<img src="https://example.ru/a.png" /></p>', '<p>а</p>'],
  ['a drawing may hold a script', '<img src="data:image/svg+xml;base64,PHN2Zz4=" />', ''],
  ['what is no picture', '<img src="data:text/html;base64,PGI+" /><img />', ''],
  ['handlers', `<img src="${PNG}" onerror="alert(1)" />`, `<img src="${PNG}" />`],
])('kept HTML: %s', (_, input, kept) => {
  expect(cleanHtml(input)).toBe(kept)
})
