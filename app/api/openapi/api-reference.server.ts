import { cookieName } from '#app/auth/sessions.server.ts'
import { env } from '#app/platform/env.server.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { site } from '#app/sections/site/site.ts'
import { apiSections } from '#app/api/content/api-sections.ts'
import type { ApiReference } from './api-operation.ts'
import { openApiDocument } from './openapi-document.ts'
import { perContentVersion } from './per-content-version.server.ts'
import { sectionOperations } from './section-operations.server.ts'
import { serviceOperations } from './service-operations.ts'

/** The description of the API. Its examples are the content as it stands. */
export const readApiReference = perContentVersion((): ApiReference => {
  const company = siteContent.find(site)?.value.companyName
  return {
    title: company === undefined ? 'Content API' : `${company}: content API`,
    origin: env.publicOrigin,
    sessionCookie: cookieName,
    operations: [...serviceOperations, ...apiSections.flatMap(sectionOperations)],
  }
})

/** The OpenAPI document of the API as JSON text. */
export const readOpenApiJson = perContentVersion(() => JSON.stringify(openApiDocument(readApiReference())))
