import { siteContent } from '#app/sections/site-content.server.ts'
import { site } from '#app/sections/site/site.ts'
import { apiSections } from '#app/api/content/api-sections.ts'

/** Makes something of the content that the API serves, and makes it anew only where that has changed. */
export function perContentVersion<Value>(make: () => Value): () => Value {
  let kept: { version: string; value: Value } | undefined
  return () => {
    const version = contentVersion()
    if (kept?.version !== version) kept = { version, value: make() }
    return kept.value
  }
}

function contentVersion() {
  const read = [site, ...apiSections.map(({ section }) => section)]
  return read.map((section) => siteContent.find(section)?.version ?? 'none').join(' ')
}
