import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import type { Site } from '#app/cms/site.server.ts'
import { openTestSite, type TestSiteOptions } from '#test/open-test-site.ts'
import { sharedUploads } from '#test/shared-uploads.ts'
import { PROFILE } from './profile.ts'
import bakery from './site.config.ts'

/** Opens the bakery for a test file, as `openTestSite` does. `definition`: one made of it, with the same files. */
export async function createExampleSite({
  definition = bakery,
  ...options
}: TestSiteOptions & { definition?: SiteDefinition } = {}): Promise<Site> {
  const uploads = await sharedUploads('example-uploads', 'test/example-site/uploads', PROFILE)
  return openTestSite(definition, { content: 'test/example-site/content', uploads }, options)
}
