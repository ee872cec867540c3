import { expect, expectAccessible, test } from '../fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('home page, 320 to 1920 px wide: nothing is wider than the window, and axe finds nothing', async ({ page }) => {
  await page.goto('/')
  for (const width of [320, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  }
})

test.describe('unknown address', () => {
  // The browser itself reports the status of the response on the console.
  test.use({ expectedConsoleErrors: [/status of 404/] })

  test('a 404 page with the way back', async ({ page, site }) => {
    const response = await page.goto('/no-such-page')
    expect(response?.status()).toBe(404)
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page).toHaveURL(`${site.origin}/`)
  })

  for (const path of ['/no-such/page/at-all', '/investors/disclosures']) {
    test(`${path}: hydrated from its one document, without an error on the console`, async ({ page }) => {
      let documents = 0
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents += 1
      })
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(documents).toBe(1)
    })
  }
})

test('the first picture of the carousel: asked for by the head, and fetched once', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  const preload = page.locator('head link[rel=preload][as=image]')
  await expect(preload).toHaveAttribute('type', 'image/avif')
  const shown = await page
    .locator('.slide__media')
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc)
  const [file] = /\/variants\/[^/]+\//.exec(shown) ?? ['']
  expect(await preload.getAttribute('imagesrcset')).toContain(new URL(shown).pathname)
  expect(fetched.filter((path) => path.startsWith(file))).toHaveLength(1)
})

test('scripts: each fetched once, and the page comes alive without a touch', async ({ context, site }) => {
  const visited = await context.newPage()
  const fetched: string[] = []
  visited.on('request', (request) => {
    if (request.url().endsWith('.js')) fetched.push(request.url())
  })
  await visited.goto(site.origin)
  await visited.waitForFunction(() => '__remixRouter' in window)
  expect(fetched).not.toEqual([])
  expect(fetched).toEqual([...new Set(fetched)])
})
