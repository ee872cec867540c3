import { renderToStaticMarkup } from 'react-dom/server'
import { hashSource } from '#app/cms/platform/content-security-policy.server.ts'

export interface PlainPage {
  headers: [name: string, value: string][]
  body: string
}

interface PlainPageOptions {
  /** What happened, and what to do: plain sentences. The first one becomes the heading. */
  message: string
  /** True if the same address may work in a moment. */
  isTemporary: boolean
  requestId?: string | undefined
}

/** An empty reference (RFC 3986, 4.4). */
const SAME_ADDRESS = ''

/** No character that HTML escapes, as its hash is that of the text. */
const STYLES = [
  ':root{color-scheme:light dark}',
  'body{margin:0;font:1.0625rem/1.6 system-ui,sans-serif;background:canvas;color:canvastext}',
  'main{max-width:34rem;margin:0 auto;padding:clamp(2rem,14vh,9rem) 1.25rem 2rem}',
  'h1{margin:0 0 1rem;font-size:clamp(1.375rem,6vw,1.75rem);line-height:1.25;text-wrap:balance;overflow-wrap:anywhere}',
  'p{margin:0 0 1rem;overflow-wrap:anywhere}',
  'a{display:inline-block;padding:.5rem 0;color:inherit;text-underline-offset:.2em}',
  'small{font-size:.8125rem}',
].join('')

const POLICY = [
  "default-src 'none'",
  `style-src ${hashSource(STYLES)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Makes the page for people whose request does not reach the pages of the site: nothing of it is loaded from elsewhere,
 * so that it also works while the server is overloaded. It has a policy of its own. Undefined if `accept`, the header of
 * the request, is not that of a browser that opens an address: scripts and most programs accept any type.
 */
export function plainPage(
  accept: string | undefined,
  { message, isTemporary, requestId }: PlainPageOptions,
): PlainPage | undefined {
  if (accept === undefined || !/\btext\/html\b/i.test(accept)) return undefined
  const end = message.search(/[.](?:\s|$)/)
  const [heading, rest] = end === -1 ? [message, ''] : [message.slice(0, end), message.slice(end + 1).trim()]
  const body = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{heading}</title>
        <style>{STYLES}</style>
      </head>
      <body>
        <main>
          <h1>{heading}</h1>
          {rest !== '' && <p>{rest}</p>}
          <p>
            <a href={isTemporary ? SAME_ADDRESS : '/'}>{isTemporary ? 'Try again' : 'Go to the home page'}</a>
          </p>
          {requestId !== undefined && (
            <p>
              <small>Request {requestId}</small>
            </p>
          )}
        </main>
      </body>
    </html>,
  )
  return {
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', POLICY],
    ],
    body: `<!DOCTYPE html>${body}`,
  }
}
