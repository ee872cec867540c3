import type { Site } from '#app/cms/site.server.ts'
import definition from '#app/site.config.ts'
import { companyUploads } from './company-uploads.ts'
import { openTestSite, type TestSiteOptions } from './open-test-site.ts'

/** Opens the company's site with the shipped content and uploads for a test file, as `openTestSite` does. */
export async function createTestSite(options?: TestSiteOptions): Promise<Site> {
  return openTestSite(definition, { content: 'content', uploads: await companyUploads() }, options)
}
