import type { LoaderFunctionArgs } from '@remix-run/node'
import { log } from '#app/cms/platform/log.server.ts'
import { tidyQuestion } from '#app/cms/search/question.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { siteSearch } from '#app/site/search/site-search.server.ts'
import { titlesFor } from '#app/site/search/suggested-titles.ts'

/** No cache needs them. */
const HEADERS = {
  'Content-Type': 'application/x-suggestions+json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
}

/**
 * `/search/suggestions?q=`: titles of what has all words typed so far, for the field of the search and for browsers
 * (OpenSearch Suggestions: `["pv", ["PV 90 S"]]`). None if the search does not work: it is an aid.
 */
export async function loader({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
  const question = tidyQuestion(new URL(request.url).searchParams.get('q'))
  const search = currentSite().service(siteSearch)
  const respond = (titles: readonly string[], status = 200, headers = {}) =>
    new Response(JSON.stringify([question, titles]), { status, headers: { ...HEADERS, ...headers } })
  if (question === '') return respond([])
  const wait = await search.suggestionLimit.consume(context.clientAddress)
  if (wait > 0) return respond([], 429, { 'Retry-After': String(wait) })
  try {
    return respond(titlesFor(await search.find(question)))
  } catch (err) {
    log.error({ err, requestId: context.requestId }, 'Suggestions could not be made')
    return respond([], 503)
  }
}
