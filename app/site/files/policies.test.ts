import { expect, test } from 'vitest'
import * as policies from './policies.tsx'
import { createTestSite } from '#test/create-test-site.ts'

await createTestSite()

function get(address: string, init?: RequestInit) {
  return policies.loader({ request: new Request(`http://localhost${address}`, init), params: {}, context: {} })
}

test.each([
  '/policies/',
  '/policies/missing.pdf',
  '/policies/..%2freports%2fannual-report-2024-25.pdf',
  '/policies/%2e%2e/reports/annual-report-2024-25.pdf',
  '/policies/.hidden.pdf',
  '/policies/code-of-conduct',
])('unknown file or a way out of the folder (%s): 404', async (address) => {
  const response = await get(address)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'text/plain; charset=utf-8'])
})

test('a method other than GET and HEAD: 405', async () => {
  const request = new Request('http://localhost/policies/code-of-conduct.pdf', { method: 'DELETE' })
  const response = await policies.action({ request, params: {}, context: {} })
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
})

test('a policy: the PDF, in parts where asked', async () => {
  const response = await get('/policies/code-of-conduct.pdf')
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  expect((await response.text()).slice(0, 5)).toBe('%PDF-')
  const part = await get('/policies/code-of-conduct.pdf', { headers: { Range: 'bytes=1-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'PDF'])
})
