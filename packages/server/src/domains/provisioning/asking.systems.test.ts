import { describe, expect, test } from 'vitest'
import { directoryWorld, patch } from '../../testing/scim.ts'

/** What a directory may query, and how much at once. */

const { directory, scim, serial, key, named } = directoryWorld()

describe('filters', () => {
  test.each([
    [() => `userName eq "ORLOVA${serial()}@acme.ru"`, 1],
    [() => `externalId eq "00u-${key()}"`, 1],
    [() => `externalId eq "00U-${key()}"`, 0],
    [() => `emails eq "orlova${serial()}@acme.ru"`, 1],
    [() => `emails.value eq "orlova${serial()}@acme.ru"`, 1],
    [() => `emails[type eq "work" and value co "orlova${serial()}@"]`, 1],
    [() => `emails[type eq "home"] and userName sw "orlova${serial()}@"`, 0],
    [() => `userName eq "orlova${serial()}@acme.ru" and active eq true and not (externalId pr)`, 0],
    [() => `(userName eq "orlova${serial()}@acme.ru") or userName eq "nobody"`, 1],
    [() => `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "orlova${serial()}@acme.ru"`, 1],
    [() => `userName eq "orlova${serial()}@acme.ru" and meta.lastModified gt "2000-01-01T00:00:00Z"`, 1],
    [() => `userName eq "'; drop table users; --"`, 0],
    [() => `userName co "%"`, 0],
  ])('%#', async (filter, totalResults) => {
    const id = await named()
    const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter())}`)
    const found = totalResults === 1 ? [id] : []
    expect({ status, found: body.Resources.map((one) => one.id) }).toEqual({ status: 200, found })
  })

  test('by id', async () => {
    const id = await named()
    expect((await scim('GET', `/Users?filter=id eq "${id}"`)).body['totalResults']).toBe(1)
  })

  test.each([
    'userName',
    'userName eq',
    'password eq "x"',
    '__proto__ eq "x"',
    'constructor.name eq "x"',
    'active gt true',
    'userName gt "a"',
    'meta.lastModified gt "вчера"',
    'meta.lastModified gt "+275760-09-13T00:00:00Z"',
    'meta.created lt "-000001-01-01T00:00:00Z"',
    `${'('.repeat(60)}userName pr${')'.repeat(60)}`,
    `${'userName pr or '.repeat(50)}userName pr`,
  ])('%s is refused', async (filter) => {
    const answer = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } })
  })

  test('line breaks in quotation marks, on which the parser would never end, do not reach it', async () => {
    const started = performance.now()
    const { status } = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${'\n'.repeat(200)}`)}`)
    expect(status).toBe(400)
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('pages', async () => {
    await named()
    const { body } = await scim('GET', '/Users?startIndex=2&count=1')
    expect(body).toMatchObject({ startIndex: 2, itemsPerPage: 1 })
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] })
    expect((await scim('GET', '/Users?startIndex=-5&count=100000')).status).toBe(200)
  })
})

describe('bounds', () => {
  test('a body has a limited number of steps and members, and is JSON', async () => {
    const id = await named()
    const steps = Array.from({ length: 1001 }, () => ({ op: 'replace', path: 'active', value: true }))
    expect((await scim('PATCH', `/Users/${id}`, patch(...steps))).status).toBe(400)
    const members = Array.from({ length: 5001 }, () => ({ value: id }))
    expect((await scim('POST', '/Groups', { displayName: 'много', members })).status).toBe(400)
    const reply = await directory.product.app.inject({
      method: 'POST',
      url: '/api/scim/v2/Users',
      headers: { authorization: `Bearer ${directory.token}`, 'content-type': 'application/scim+json' },
      payload: '{',
    })
    expect(reply).toMatchObject({ statusCode: 400 })
    expect(reply.json()).toMatchObject({ scimType: 'invalidSyntax' })
  })

  test('a change of an outdated version is refused if the directory sends If-Match', async () => {
    const id = await named()
    const body = patch({ op: 'replace', path: 'displayName', value: 'Раз' })
    expect((await scim('PATCH', `/Users/${id}`, body, { 'if-match': 'W/"1"' })).status).toBe(200)
    const again = patch({ op: 'replace', path: 'displayName', value: 'Два' })
    expect((await scim('PATCH', `/Users/${id}`, again, { 'if-match': 'W/"1"' })).status).toBe(412)
  })
})
