import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { log } from './log.server.ts'
import type { ReadStylesheet } from './page-assets.tsx'

/**
 * Renders a complete document. If a part of it throws, `onError` is called and the error boundary is rendered instead.
 * Rejects if nothing can be rendered.
 */
export async function renderToText(
  document: ReactNode,
  { nonce, onError }: { nonce: string; onError: (error: unknown) => void },
): Promise<string> {
  const stream = await new Promise<PassThrough>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(document, {
      nonce,
      onAllReady: () => {
        resolve(pipe(new PassThrough()))
      },
      onShellError: reject,
      onError,
    })
  })
  const html = await text(stream)
  // React 18 writes NUL characters if a character of several bytes does not fit its buffer (react/react#31134).
  return html.replaceAll('\0', '')
}

/**
 * Makes the function that reads style sheets of the browser's build, each once. `fileOf` returns the path of a file of
 * `/assets/` by its name, or throws if there is none. Pages link to a style sheet that cannot be read.
 */
export function stylesheetReader(fileOf: (name: string) => string): ReadStylesheet {
  const known = new Map<string, string | undefined>()
  return (href) => {
    if (!known.has(href)) known.set(href, readStylesheet(fileOf, href))
    return known.get(href)
  }
}

function readStylesheet(fileOf: (name: string) => string, href: string) {
  const name = /^\/assets\/([\w.-]+\.css)$/.exec(href)?.[1]
  if (name === undefined) return undefined
  try {
    const text = readFileSync(fileOf(name), 'utf8').trim()
    // Such a text would end the element that contains it.
    return text.includes('</') ? undefined : text
  } catch (err) {
    log.warn({ err, href }, 'A style sheet could not be read. Pages link to it, which makes them slower')
    return undefined
  }
}
