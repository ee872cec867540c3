import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/**
 * Renders a document whole. `onError` is called with what a part of it throws and shows the error boundary instead; rejects if
 * nothing can be shown.
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
