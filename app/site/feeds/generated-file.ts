/** Answer with a text file made from content: kept for ten minutes, so that an edit is soon everywhere. */
export function generatedFile(text: string, type: `${string}/${string}`) {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=600' },
  })
}

/** The action of a file that can only be read: 405. */
export function refuseWrite() {
  return new Response('This file can only be read.', { status: 405, headers: { Allow: 'GET, HEAD' } })
}
