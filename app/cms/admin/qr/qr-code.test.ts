import sharp from 'sharp'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { origin, routeArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { loader } from './qr-code.tsx'

const { env } = await createExampleSite()
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
  const { width, isDark } = await (as === 'svg' ? readSvg(picture.toString()) : readPng(picture))
  const scale = width / size
  expect(scale).toBeGreaterThanOrEqual(8)
  expect(data.map((modules, row) => modules.map((_, column) => isDark(column * scale, row * scale)))).toEqual(data)
})

/** The width of a picture, and whether it is dark right of and below a point. */
interface Picture {
  width: number
  isDark: (x: number, y: number) => boolean
}

/** Not drawn, because this process may have blocked the reading of SVG. */
function readSvg(svg: string): Picture {
  const squares = new Set(svg.match(/M\d+,\d+(?=h)/g))
  return {
    width: Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]),
    isDark: (x, y) => squares.has(`M${x},${y}`),
  }
}

async function readPng(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    isDark: (x, y) => (data[((y + 1) * info.width + x + 1) * info.channels] ?? 255) < 128,
  }
}

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
