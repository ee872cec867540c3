import { expect, test } from 'vitest'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { canonicalPath } from '#app/cms/platform/http/parse-url.ts'
import { pageMeta } from './page-meta.ts'
import { loader } from './site-layout.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const testSite = await createTestSite()
const { content: siteContent } = testSite

function argsOf(
  address: string,
  data = loader({ request: new Request(`http://localhost:3000/`), params: {}, context: {} }),
) {
  const { pathname, search } = new URL(address, 'http://any.example')
  const layout = { id: 'site/layout/site-layout' as const, pathname: '/', data, params: {}, meta: [] }
  return { matches: [layout], location: { pathname, search, hash: '', state: null, key: '' } }
}

test('query in the address: not part of the canonical one, which has the public origin', () => {
  const tags = pageMeta(argsOf('/contactus?sent=1'), { title: 'Contact' })
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'http://localhost:3000/contactus' })
})

test("home page: structured data from the site's own content", () => {
  const { companyName, contacts } = siteContent.read(siteDetails).value
  const tags = pageMeta(argsOf('/'), { title: 'Home' })
  expect(tags).toContainEqual({
    'script:ld+json': expect.objectContaining({ name: companyName, telephone: contacts.registeredOffice.phone }),
  })
})

test("layout's loader failed: the title alone", () => {
  const args = { ...argsOf('/'), matches: [] }
  expect(pageMeta(args, { title: 'Contact' })).toEqual([{ title: 'Contact' }])
})

test.each([
  ['/products/', '/products'],
  ['//evil.example/', '/evil.example'],
  ['//', '/'],
])('path %s: written as %s, and sent there with its query', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical)
  const request = new Request(`http://localhost:3000${path}?a=1`)
  const response = refusalOf(() => loader({ request, params: {}, context: {} }))
  expect([response.status, response.headers.get('Location')]).toEqual([308, `${canonical}?a=1`])
})

test.each(['/', '/investors/Drhp'])('path %s: as it is', (path) => {
  expect(canonicalPath(path)).toBe(path)
})

function refusalOf(call: () => unknown) {
  try {
    call()
  } catch (error) {
    if (error instanceof Response) return error
    throw error
  }
  throw new Error('Nothing was thrown')
}
