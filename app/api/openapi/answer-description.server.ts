import { createHash } from 'node:crypto'
import { etagOf, matchesIfNoneMatch } from '#app/http/etag.ts'

/** Answers with a description of the API: kept by caches, who must ask each time whether it still holds. */
export function answerDescription(request: Request, text: string, headers: Record<string, string>): Response {
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const validators = { etag: etagOf(version), 'cache-control': 'public, no-cache' }
  if (matchesIfNoneMatch(request.headers.get('if-none-match'), version)) {
    return new Response(null, { status: 304, headers: validators })
  }
  return new Response(text, { headers: { ...validators, ...headers } })
}
