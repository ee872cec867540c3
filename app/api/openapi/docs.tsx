import { renderToStaticMarkup } from 'react-dom/server'
import { contentSecurityPolicy } from '#app/platform/content-security-policy.server.ts'
import { endpointAction, endpointLoader, type Endpoint } from '#app/api/content/endpoint.server.ts'
import { descriptionResponse, oncePerContent, readOpenApi } from './document.server.ts'
import stylesheet from './docs.css?url'
import { DocsPage } from './docs-page.tsx'
import { currentSite } from '#app/site.server.ts'

const readPage = oncePerContent(
  () => `<!DOCTYPE html>${renderToStaticMarkup(<DocsPage document={readOpenApi()} stylesheet={stylesheet} />)}`,
)

const endpoint: Endpoint = {
  GET(request) {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      // The development server serves the stylesheet from another path.
      ...(currentSite().env.nodeEnv !== 'development' && {
        'content-security-policy': contentSecurityPolicy({ origin: new URL(request.url).origin }),
      }),
    }
    return descriptionResponse(request, readPage(), headers)
  },
}

/** `/api/docs`: the OpenAPI document as a page for people, without the scripts of the site. */
export const loader = endpointLoader(() => endpoint)
export const action = endpointAction('editor', () => endpoint)
