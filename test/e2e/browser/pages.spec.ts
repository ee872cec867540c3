import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { scriptSizes } from '../script-sizes.ts'
import { sitemapPaths, withOneGradeOfEachProduct } from '../sitemap-paths.ts'

const SCRIPT_BYTES = 80_000
const LAYOUT_SHIFT = 0.02

// The pages are only known when a site runs, so two tests share them: each checks every second one.
test.describe.configure({ mode: 'parallel' })

for (const half of [0, 1]) {
  test(`every page of the sitemap, of the grades one of each product, half ${half + 1}: at 360 and 1280 px it fits the window, one h1, axe finds nothing; at most 80 kB of scripts; nothing moves while it is scrolled`, async ({
    page,
    site,
  }) => {
    test.setTimeout(300_000)
    const images: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'image') images.push(request.url())
    })
    const paths = withOneGradeOfEachProduct(await sitemapPaths(site.origin))
    expect(paths).toContain('/investors/Drhp')
    for (const ofPage of paths.filter((_, index) => index % 2 === half)) {
      await test.step(ofPage, async () => {
        await page.setViewportSize({ width: 1280, height: 900 })
        expect((await page.goto(ofPage))?.status()).toBe(200)
        await expectSound(page, 1280)
        const scripts = await scriptSizes(page)
        expect(scripts.length).toBeGreaterThan(3)
        expect(scripts.reduce((sum, size) => sum + size)).toBeLessThan(SCRIPT_BYTES)
        expect(await layoutShift(page), 'cumulative layout shift').toBeLessThan(LAYOUT_SHIFT)
        await expectAccessible(page)
        await page.setViewportSize({ width: 360, height: 900 })
        await expectSound(page, 360)
        // The seven product pages have one layout.
        if (!isProductPage(ofPage) || ofPage === paths.find(isProductPage)) await expectAccessible(page)
        // The address of the page itself, such as by an empty address, is reported nowhere.
        expect(images).not.toContain(page.url())
      })
    }
  })
}

function isProductPage(address: string) {
  return /^\/products\/[^/]+$/.test(address)
}

test.describe('unknown address', () => {
  // The browser itself reports the status of the response on the console.
  test.use({ expectedConsoleErrors: [/status of 404/] })

  test('the 404 page: at 360 and 1280 px it fits the window, one h1, axe finds nothing', async ({ page }) => {
    expect((await page.goto('/products/no-such-product'))?.status()).toBe(404)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectSound(page, width)
      await expectAccessible(page)
    }
    // In a tall window the page ends with its footer, and nothing pale is between them.
    await page.setViewportSize({ width: 1280, height: 2400 })
    const [band, footer] = await Promise.all(
      [page.locator('.lost'), page.locator('footer')].map((part) => part.boundingBox()),
    )
    expect((band?.y ?? 0) + (band?.height ?? 0)).toBeCloseTo(footer?.y ?? 0, 0)
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeCloseTo(2400, 0)
  })
})

async function expectSound(page: Page, width: number) {
  // Also if a disclaimer covers the page and hides its heading.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expect(await textsCutOff(page), 'texts beyond the right edge').toEqual([])
  expect(await distortedImages(page), 'images that are stretched').toEqual([])
}

/** The addresses of images whose box has another shape, and does not cut them. */
function distortedImages(page: Page) {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => {
        const box = image.getBoundingClientRect()
        const [width, height] = ['width', 'height'].map((name) => Number(image.getAttribute(name)))
        if (!width || !height || box.height === 0 || getComputedStyle(image).objectFit !== 'fill') return false
        return Math.abs((box.width / box.height) * (height / width) - 1) > 0.03
      })
      .map((image) => image.currentSrc || image.src),
  )
}

/** Cumulative layout shift since the page was opened, and while it is scrolled to its end and its images arrive. */
function layoutShift(page: Page) {
  return page.evaluate(async () => {
    let sum = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += 'value' in entry ? Number(entry.value) : 0
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    const frame = () => new Promise(requestAnimationFrame)
    const arrived = (image: HTMLImageElement) =>
      new Promise((done) => {
        image.addEventListener('load', done)
        image.addEventListener('error', done)
      })
    const isAwaited = (image: HTMLImageElement) => {
      const { top, bottom, left, right, width } = image.getBoundingClientRect()
      return !image.complete && width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    }
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' })
      await frame()
      await Promise.all([...document.images].filter(isAwaited).map(arrived))
      await frame()
    }
    scrollTo({ top: 0, behavior: 'instant' })
    await frame()
    add(observer.takeRecords())
    return sum
  })
}

/**
 * Texts that extend beyond the window: a section that clips hides them, so they do not make the page wider. Elements
 * that scroll sideways or are only for screen readers are ignored.
 */
function textsCutOff(page: Page) {
  return page.evaluate(() => {
    const elements = new Set<Element>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement && /\S/.test(text.textContent ?? '')) elements.add(text.parentElement)
    }
    const isApart = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) ||
        element.getBoundingClientRect().width <= 1 ||
        isApart(element.parentElement))
    // The texts of its own: those of its children are looked at as theirs.
    const rightOf = (element: Element) => {
      const range = document.createRange()
      const rights = [...element.childNodes].map((child) => {
        if (child.nodeType !== Node.TEXT_NODE || !/\S/.test(child.textContent ?? '')) return 0
        range.selectNodeContents(child)
        return range.getBoundingClientRect().right
      })
      return Math.max(...rights)
    }
    return [...elements]
      .filter((element) => element.checkVisibility() && rightOf(element) > window.innerWidth && !isApart(element))
      .map((element) => element.textContent)
  })
}
