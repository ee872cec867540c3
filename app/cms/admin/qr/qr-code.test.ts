import sharp from 'sharp'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { origin, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader } from './qr-code.tsx'

const { env } = await createTestSite()
const cookie = await signIn()

async function ask(query: string) {
  const request = new Request(`${origin}/admin/qr-code?${query}`, { headers: { cookie } })
  return await loader(routeArgs(request))
}

test.each(['svg', 'png'])('as %s: a file to save with the modules of the whole public address', async (as) => {
  const response = await ask(`address=/documents/risk-management&as=${as}`)
  expect(response.headers.get('Content-Disposition')).toBe(
    `attachment; filename="qr-code-documents-risk-management.${as}"`,
  )
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const { data, size } = encode(`${env.publicOrigin}/documents/risk-management`, { border: 4 })
  const picture = Buffer.from(await response.arrayBuffer())
  const { data: pixels, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const scale = info.width / size
  expect(scale).toBeGreaterThanOrEqual(8)
  const darkAt = (row: number, column: number) => {
    const at = Math.floor((row + 0.5) * scale) * info.width + Math.floor((column + 0.5) * scale)
    return (pixels[at * info.channels] ?? 255) < 128
  }
  expect(data.map((modules, row) => modules.map((_, column) => darkAt(row, column)))).toEqual(data)
})

test.each([
  'address=https://example.com',
  'address=//example.com',
  'address=/documents/',
  `address=/${'x'.repeat(300)}`,
  'as=svg',
  'address=/documents/x&as=exe',
])('%s: refused', async (query) => {
  expect((await ask(query)).status).toBe(400)
})
