import { inject } from 'vitest'
import type { Site } from '#app/cms/site.server.ts'
import definition from '#app/site.config.ts'
import { openTestSite, type TestSiteOptions } from './open-test-site.ts'

/** Opens the company's site with the shipped content and uploads for a test file, as `openTestSite` does. */
export function createTestSite(options?: TestSiteOptions): Promise<Site> {
  const uploads = { folder: inject('uploadsCopy'), indexes: inject('uploadIndexes') }
  return openTestSite(definition, { content: 'content', uploads }, options)
}
