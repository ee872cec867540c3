import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

// The browser reports a script that does not load on the console, and so does Remix before it loads the document
// instead.
test.use({
  expectedConsoleErrors: [
    /net::ERR_FAILED|status of 404|Error loading route module|Failed to fetch dynamically imported module/,
  ],
})

test('the script of a page is gone, as after a deployment: the page asked for is loaded as a document', async ({
  page,
  site,
}) => {
  await page.goto('/')
  await page.route('**/assets/services-*.js', (route) => route.fulfill({ status: 404 }))
  const documents = documentsOf(page)
  await follow(page, 'Services')
  await expect(page).toHaveURL(`${site.origin}/services`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/services/i)
  await page.goBack()
  await expect(page).toHaveURL(`${site.origin}/`)
  expect(documents).toEqual([`${site.origin}/services`, `${site.origin}/`])
})

test('Back to a page whose script is gone: it is loaded as a document, and Forward still leads on', async ({
  page,
  site,
}) => {
  await page.goto('/services')
  await page.goto('/gallery')
  await follow(page, 'Careers')
  await expect(page).toHaveURL(`${site.origin}/careers`)
  await page.reload()
  await page.route('**/assets/gallery-*.js', (route) => route.abort())
  const documents = documentsOf(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Exhibitions Photo Gallery')
  expect(documents).toEqual([`${site.origin}/gallery`])
  await page.goForward()
  await expect(page).toHaveURL(`${site.origin}/careers`)
})

test('a script that has not arrived after 120,000 ms: the page asked for is loaded as a document, not before', async ({
  page,
  site,
}) => {
  await page.clock.install()
  await page.goto('/')
  const asked = page.waitForRequest('**/assets/services-*.js')
  await page.route('**/assets/services-*.js', () => undefined)
  const documents = documentsOf(page)
  await follow(page, 'Services')
  await asked
  await page.clock.runFor(119_000)
  await expect(page).toHaveURL(`${site.origin}/`)
  expect(documents).toEqual([])
  await page.clock.runFor(2000)
  await expect(page).toHaveURL(`${site.origin}/services`)
  expect(documents).toEqual([`${site.origin}/services`])
})

test('another page asked for meanwhile: a script that fails late takes the visitor nowhere', async ({ page, site }) => {
  await page.goto('/')
  let fail = () => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  const asked = page.waitForRequest('**/assets/services-*.js')
  await page.route('**/assets/services-*.js', async (route) => {
    await failed
    await route.abort()
  })
  const documents = documentsOf(page)
  await follow(page, 'Services')
  await asked
  await follow(page, 'Careers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Working at/)
  const finished = page.waitForEvent('requestfailed')
  fail()
  await finished
  await follow(page, 'Gallery')
  await expect(page).toHaveURL(`${site.origin}/gallery`)
  expect(documents).toEqual([])
})

test('a script that is only fetched ahead fails: the page stays as it is, with what was typed', async ({ page }) => {
  await page.goto('/contactus')
  await page.getByLabel('First name').fill('Asha')
  const failed = page.waitForEvent('requestfailed')
  await page.route('**/assets/services-*.js', (route) => route.abort())
  const documents = documentsOf(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).hover()
  await failed
  await page.getByRole('textbox', { name: 'Message' }).fill('XLPE')
  expect(documents).toEqual([])
  await expect(page.getByLabel('First name')).toHaveValue('Asha')
})

test('the next page: only the style sheets that the first one does not have inline are fetched', async ({ page }) => {
  await page.goto('/')
  const inlined = (await page.locator('style[data-hrefs]').getAttribute('data-hrefs'))?.split(' ')
  expect(inlined).toContainEqual(expect.stringContaining('/site-layout-'))
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') fetched.push(new URL(request.url()).pathname)
  })
  await follow(page, 'Gallery')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Exhibitions Photo Gallery')
  expect(fetched).toContainEqual(expect.stringContaining('/gallery-'))
  expect(fetched.filter((href) => inlined?.includes(href))).toEqual([])
})

async function follow(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
}

/** Addresses of the documents that the page requests from now on. */
function documentsOf(page: Page) {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  return documents
}
