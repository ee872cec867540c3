import { adminScreens } from '../admin-screens.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

for (const width of [360, 1280]) {
  test(`every screen at ${width} px: nothing for axe to find, nothing wider than the window`, async ({
    page,
    signIn,
  }) => {
    test.setTimeout(240_000)
    await signIn()
    // Before the window is narrow: there the links are behind a button.
    const screens = (await adminScreens(page)).filter(isFirstOfItsKind)
    await page.setViewportSize({ width, height: 900 })
    expect(screens.length).toBeGreaterThanOrEqual(30)
    for (const screen of screens) {
      await test.step(screen, async () => {
        await page.goto(screen)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${screen} is too wide by so many pixels`).toBeLessThanOrEqual(0)
      })
    }
  })
}

/** The seven product pages have one editor. */
function isFirstOfItsKind(screen: string, index: number, screens: string[]) {
  const isProductPage = (other: string) => other.startsWith('/admin/product-') && other !== '/admin/product-range'
  return !isProductPage(screen) || screens.findIndex(isProductPage) === index
}
