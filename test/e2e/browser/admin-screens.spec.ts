import type { Page } from '@playwright/test'
import { adminScreens } from '../admin-screens.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

// Two tests share the screens: each checks every second one.
test.describe.configure({ mode: 'parallel' })

/** Screens that only other screens link to. */
const BEHIND_OTHERS = [
  '/admin/site-view',
  '/admin/account/tokens',
  '/admin/privacy/breach',
  '/admin/privacy/breach/start',
  '/admin/product-pages/adhesive',
  '/admin/grades/pv-90-s',
  '/admin/news-articles/xlpe-closed-room',
  '/admin/events/wire-and-cable-fair-2027',
  '/admin/documents/board-diversity',
  '/admin/jobs/process-engineer-compounding',
  '/admin/plain-pages/terms-of-use',
]

/** Screens that have their own layout on a phone: tables and the tools. Axe checks both layouts. */
const OWN_PHONE_LAYOUT = [
  '/admin/dashboard',
  '/admin/inbox',
  '/admin/files',
  '/admin/history',
  '/admin/account',
  '/admin/herocarousel',
  '/admin/reports',
  '/admin/products',
  '/admin/stats',
]

for (const half of [0, 1]) {
  test(`every screen, half ${half + 1}: nothing for axe to find, and at 360 and 1280 px nothing wider than the window`, async ({
    page,
    signIn,
  }) => {
    test.setTimeout(240_000)
    await signIn()
    // Read while the window is wide, because a phone hides the links behind a button.
    const screens = [...(await adminScreens(page)), ...BEHIND_OTHERS]
    expect(screens.length).toBeGreaterThanOrEqual(30)
    expect(screens).toEqual(expect.arrayContaining(OWN_PHONE_LAYOUT))
    for (const screen of screens.filter((_, index) => index % 2 === half)) {
      await test.step(screen, async () => {
        await page.setViewportSize({ width: 360, height: 900 })
        await page.goto(screen)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectNotTooWide(page)
        await expectNoCellTooNarrow(page)
        if (OWN_PHONE_LAYOUT.includes(screen)) await expectAccessible(page)
        await page.setViewportSize({ width: 1280, height: 900 })
        await expectNotTooWide(page)
        await expectAccessible(page)
      })
    }
  })
}

test('320 px wide, with the text spacing of WCAG 1.4.12 and every row open: nothing is wider than the window', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.setViewportSize({ width: 320, height: 700 })
  for (const screen of ['/admin/clients', '/admin/audit', '/admin/documents']) {
    await page.goto(screen)
    await page.evaluate(() => {
      for (const row of document.querySelectorAll('details')) row.open = true
      // A style element would be refused by the policy.
      const spacing = new CSSStyleSheet()
      spacing.replaceSync('* { line-height: 1.5; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
      document.adoptedStyleSheets = [spacing]
    })
    await expectNotTooWide(page)
  }
})

/** A text that is wider than its cell is over the next one. */
async function expectNoCellTooNarrow(page: Page) {
  const cells = await page
    .locator('.data-table tbody :is(td, th)')
    .evaluateAll((all) => all.flatMap((cell) => (cell.scrollWidth > cell.clientWidth + 1 ? [cell.textContent] : [])))
  expect(cells, `texts of ${page.url()} that are wider than their cells`).toEqual([])
}

async function expectNotTooWide(page: Page) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${page.url()} is too wide by so many pixels`).toBeLessThanOrEqual(0)
}
