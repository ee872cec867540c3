import { beforeAll, expect, test } from 'vitest'
import { loader as loadEditor } from '#app/cms/admin/editor/section/section-editor.tsx'
import { screenArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { documents } from './documents.ts'
import { documentVersionsLoader } from './document-versions.server.ts'

const { content, media } = await createTestSite()
const section = documents.entry('risk-management')
const FIRST = '/policies/risk-management.pdf'
const SECOND = '/policies/code-of-conduct.pdf'

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

const versions = async (key = 'risk-management') =>
  (await documentVersionsLoader(screenArgs(`/admin/documents/${key}`, cookie))).versions

const shownFile = async (query: string) => {
  const args = screenArgs(`/admin/documents/risk-management${query}`, cookie, { params: { key: 'risk-management' } })
  return (await loadEditor(args)).content['fileUrl']
}

test('a document that does not exist yet: no version', async () => {
  expect(await versions('no-such-document')).toEqual([])
  expect(await versions('')).toEqual([])
})

test('every file that it had, the newest first: since when, who, size, checksum, and which one is current', async () => {
  expect(content.read(section).value.fileUrl).toBe(FIRST)
  await content.update(section, {
    ...{ author: 'admin', reason: 'Test' },
    change: (now) => ({
      ...now,
      fileUrl: SECOND,
      files: [{ _id: 'a', title: 'As it was', fileUrl: FIRST, language: '' }],
    }),
  })
  media.hashes.start()
  await media.hashes.whenIdle()
  const [further, current, earlier] = await versions()
  const bytes = expect.any(Number) as number
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/) as string
  const admin = expect.any(String) as string
  expect(further).toMatchObject({ fileUrl: FIRST, name: 'As it was', isCurrent: true, who: admin, bytes, sha256 })
  expect(current).toMatchObject({ fileUrl: SECOND, name: '', isCurrent: true, who: admin, bytes, sha256 })
  // It was public before the history of the document began.
  expect(earlier).toMatchObject({ fileUrl: FIRST, name: '', isCurrent: false, who: undefined, bytes, sha256 })
})

test('a link puts an earlier file into the form, and nothing else; it is an edit like any other', async () => {
  expect(await shownFile('')).toBe(SECOND)
  expect(await shownFile(`?fileUrl=${encodeURIComponent(FIRST)}`)).toBe(FIRST)
  for (const other of ['https://example.com/x.pdf', '/policies/archival-policy.pdf', ''])
    expect(await shownFile(`?fileUrl=${encodeURIComponent(other)}`)).toBe(SECOND)
  expect(content.read(section).value.fileUrl).toBe(SECOND)
})
