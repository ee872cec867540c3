import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import { expect, test } from '../fixtures.ts'
import { sitemapPaths } from '../sitemap-paths.ts'

test('HTML of every public page, and of the page of an unknown address: valid', async ({ site }) => {
  test.setTimeout(120_000)
  const validator = new HtmlValidate(new FileSystemConfigLoader())
  const paths = await sitemapPaths(site.origin)
  expect(paths.length).toBeGreaterThan(15)

  const faults: string[] = []
  for (const path of [
    ...paths,
    '/contactus?sent=1',
    '/contactus?grades=hf-60-s,none&for=sample',
    '/no-such-page',
    '/products/no-such-product',
  ]) {
    const html = await (await fetch(site.origin + path)).text()
    // The name decides which configuration file applies: the one in the root of the project.
    const { results } = await validator.validateString(html, 'page.html')
    for (const { line, column, ruleId, message } of results.flatMap((result) => result.messages)) {
      faults.push(`${path} ${line}:${column} ${ruleId}: ${message}`)
    }
  }
  expect(faults).toEqual([])
})
