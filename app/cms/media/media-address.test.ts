import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentUrl } from '#app/cms/define/fields.ts'
import { ownAreas } from '#app/cms/define/own-areas.ts'
import { unknownPage } from '#app/cms/define/unknown-page.ts'
import { setSiteProfile } from '#app/cms/platform/site-profile.ts'
import { PROFILE } from '#test/example-site/profile.ts'
import { addressOf, fileAt } from './media-address.ts'
import { collectFileRefs } from './library/collect-file-refs.ts'
import { isFileAddress } from './serving/serve-file.server.ts'

beforeAll(() => {
  setSiteProfile({ ...PROFILE, files: { ownAddresses: ['terms', 'prices'] } })
})
afterAll(() => {
  setSiteProfile(PROFILE)
})

test.each([
  ['terms/a.pdf', '/terms/a.pdf'],
  ['prices/a.pdf', '/prices/a.pdf'],
  ['documents/a.pdf', '/uploads/documents/a.pdf'],
  // Folders of another site.
  ['policies/a.pdf', '/uploads/policies/a.pdf'],
  ['termsheet/a.pdf', '/uploads/termsheet/a.pdf'],
])('the file %s has the address %s, wherever addresses are read', (file, address) => {
  expect(addressOf(file)).toBe(address)
  expect(fileAt(address)).toBe(file)
  expect(isFileAddress(address)).toBe(true)
  expect(documentUrl('Document').parse(address)).toBe(address)
  expect([...collectFileRefs({ body: `See [it](${address}).` })]).toEqual([file])
  expect(unknownPage(address, ['/'])).toBeUndefined()
})

test('an address below a folder without its own address is none of a file', () => {
  expect(fileAt('/policies/a.pdf')).toBeUndefined()
  expect(isFileAddress('/policies/a.pdf')).toBe(false)
  expect(documentUrl('Document').safeParse('/policies/a.pdf').success).toBe(false)
  expect(collectFileRefs('/policies/a.pdf').size).toBe(0)
  expect(ownAreas()).toEqual(['admin', 'api', 'confirmed', 'variants', 'uploads', 'terms', 'prices'])
})
