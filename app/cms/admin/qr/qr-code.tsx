import type { LoaderFunctionArgs } from '@remix-run/node'
import { encode, renderSVG } from 'uqr'
import { adminLoader } from '#app/cms/guard.server.ts'
import { encodeSquaresJob } from '#app/cms/media/decoding/decoder-jobs.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** `/admin/qr-code?address=/documents/x&as=svg`: the QR code of a public address of the site, to print. Also as `png`. */
export const loader = adminLoader('editor', qrCode)

/** Quiet zone around the code, in modules (ISO/IEC 18004, 6.3.8). */
const BORDER = 4

/** Pixels of a module. The code of a usual address then has about 800 pixels: 7 cm at 300 dpi. */
const MODULE_PIXELS = 20

const MAX_ADDRESS_LENGTH = 200

async function qrCode({ request, user }: Pick<LoaderFunctionArgs, 'request'> & { user: Pick<User, 'id'> }) {
  const query = new URL(request.url).searchParams
  const address = query.get('address') ?? ''
  const as = query.get('as') ?? 'svg'
  if (!/^(?:\/[A-Za-z0-9_.-]+)+$/.test(address) || address.length > MAX_ADDRESS_LENGTH)
    return refuse('The address has to be one of this site, such as /documents/price-list.')
  if (as !== 'svg' && as !== 'png') return refuse('A QR code is available as svg and as png.')
  const text = currentSite().env.publicOrigin + address
  const headers = {
    'Content-Disposition': `attachment; filename="qr-code-${address.slice(1).replaceAll('/', '-')}.${as}"`,
    'Cache-Control': 'no-store',
  }
  if (as === 'svg') {
    const svg = renderSVG(text, { pixelSize: MODULE_PIXELS, border: BORDER })
    return new Response(svg, { headers: { ...headers, 'Content-Type': 'image/svg+xml' } })
  }
  const { data: rows } = encode(text, { border: BORDER })
  const png = await currentSite().media.decoder.run(encodeSquaresJob, { rows, scale: MODULE_PIXELS }, user.id)
  return new Response(new Uint8Array(png), { headers: { ...headers, 'Content-Type': 'image/png' } })
}

function refuse(text: string) {
  return new Response(text, { status: 400, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
