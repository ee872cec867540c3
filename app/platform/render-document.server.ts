import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
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

/** Makes the function that reads style sheets of the browser's build, each once. */
export function stylesheetReader(assetsFolder: string): ReadStylesheet {
  const known = new Map<string, string | undefined>()
  return (href) => {
    if (!known.has(href)) known.set(href, readStylesheet(assetsFolder, href))
    return known.get(href)
  }
}

function readStylesheet(assetsFolder: string, href: string) {
  const name = /^\/assets\/([\w.-]+\.css)$/.exec(href)?.[1]
  if (name === undefined || !existsSync(path.join(assetsFolder, name))) return undefined
  const text = readFileSync(path.join(assetsFolder, name), 'utf8').trim()
  // Such a text would end the element that contains it.
  return text.includes('</') ? undefined : text
}
