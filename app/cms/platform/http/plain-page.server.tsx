import { Fragment } from 'react'
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
  /** A form that was not carried out, which the page shows and can send again. */
  form?: SentForm | undefined
}

interface SentForm {
  /** Where it was sent: an address of the site, with its query. */
  action: string
  fields: readonly (readonly [name: string, value: string])[]
  /** Names of its files, which the page does not have. */
  fileNames: readonly string[]
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
  'button{font:inherit;padding:.625rem 1.25rem;margin:0 0 1rem;cursor:pointer}',
  'summary{padding:.5rem 0;cursor:pointer}',
  'dt{margin-top:.75rem;font-size:.8125rem}',
  'dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}',
].join('')

const policyWith = (formAction: string) =>
  [
    "default-src 'none'",
    `style-src ${hashSource(STYLES)}`,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ')
const POLICY = policyWith("'none'")
const POLICY_OF_FORM = policyWith("'self'")

/**
 * Makes the page for people whose request does not reach the pages of the site: nothing of it is loaded from elsewhere,
 * so that it also works while the server is overloaded. It has a policy of its own. Undefined if `accept`, the header of
 * the request, is not that of a browser that opens an address: scripts and most programs accept any type.
 */
export function plainPage(
  accept: string | undefined,
  { message, isTemporary, requestId, form }: PlainPageOptions,
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
          {form ? (
            <SendAgain {...form} />
          ) : (
            <p>
              <a href={isTemporary ? SAME_ADDRESS : '/'}>{isTemporary ? 'Try again' : 'Go to the home page'}</a>
            </p>
          )}
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
      ['Content-Security-Policy', form ? POLICY_OF_FORM : POLICY],
    ],
    body: `<!DOCTYPE html>${body}`,
  }
}

/** The form as it was sent, with a button that sends it again. */
function SendAgain({ action, fields, fileNames }: SentForm) {
  const texts = fields.filter(([, value]) => value.trim() !== '')
  return (
    <form method="post" action={action}>
      {fields.map(([name, value], at) => (
        <input type="hidden" name={name} value={value} key={at} />
      ))}
      <button>Send again</button>
      {fileNames.length > 0 && <p>Files are not sent again. Choose them anew afterwards: {fileNames.join(', ')}.</p>}
      {texts.length > 0 && (
        <details>
          <summary>What you sent</summary>
          <dl>
            {texts.map(([name, value], at) => (
              <Fragment key={at}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ))}
          </dl>
        </details>
      )}
    </form>
  )
}
