import { renderToStaticMarkup } from 'react-dom/server'
import { contentSecurityPolicy } from '#app/platform/content-security-policy.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Endpoint } from '#app/api/content/endpoint.server.ts'
import { answerDescription } from './answer-description.server.ts'
import { readApiReference } from './api-reference.server.ts'
import stylesheet from './docs.css?url'
import { DocsPage } from './docs-page.tsx'
import { perContentVersion } from './per-content-version.server.ts'

export const docsEndpoint: Endpoint = {
  GET(request) {
    const html = readDocsPage()
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      // The development server serves the stylesheet elsewhere.
      ...(env.nodeEnv !== 'development' && {
        'content-security-policy': contentSecurityPolicy({ origin: new URL(request.url).origin }),
      }),
    }
    return answerDescription(request, html, headers)
  },
}

const readDocsPage = perContentVersion(
  () => `<!DOCTYPE html>${renderToStaticMarkup(<DocsPage reference={readApiReference()} stylesheet={stylesheet} />)}`,
)
