import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// What visitors do before the scripts of a page arrive must still apply after React has hydrated it.

test('360 px wide: the menu opened first stays open', async ({ context, site }) => {
  const { page, bringScripts } = await openWithoutScripts(context, `${site.origin}/services`)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' })
  await expect(link).toBeVisible()
  await bringScripts()
  await expect(link).toBeVisible()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Exhibitions Photo Gallery')
  await expect(link).toBeHidden()
})

test('a picture of the gallery: shown in a dialog at once, 400 px high, which becomes modal', async ({
  context,
  site,
}) => {
  const { page, bringScripts } = await openWithoutScripts(context, `${site.origin}/gallery`)
  const opener = page.getByRole('link', { name: /^Show picture:/ }).nth(1)
  const title = ((await opener.textContent()) ?? '').replace('Show picture: ', '')
  await opener.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName(title)
  await expect(dialog.getByRole('img', { name: title })).toHaveCSS('height', '400px')
  // The caption may need another line in the font of the site.
  await page.evaluate(() => document.fonts.ready)
  const topBefore = await topOf(dialog)

  await bringScripts()
  await expect(page.locator('dialog:modal')).toHaveAccessibleName(title)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  expect(Math.abs((await topOf(dialog)) - topBefore)).toBeLessThan(1)
  await page.mouse.click(4, 4)
  await dialog.getByRole('button', { name: 'Next picture' }).click()
  await expect(dialog).not.toHaveAccessibleName(title)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL(`${site.origin}/gallery`)
})

test('a section of the investors page that was opened for the address: closed first, it stays closed', async ({
  context,
  site,
}) => {
  const { page, bringScripts } = await openWithoutScripts(context, `${site.origin}/investors#governance`)
  const open = page.locator('details[open] h2')
  await expect(open).toHaveText(['Governance'])
  await page.getByRole('heading', { name: 'Governance', level: 2 }).click()
  await page.getByRole('heading', { name: 'Management', level: 2 }).click()
  await bringScripts()
  await expect(open).toHaveText(['Management'])
})

test('the disclaimer confirmed first: the page stays open', async ({ context, site }) => {
  const { page, bringScripts } = await openWithoutScripts(context, `${site.origin}/investors/Drhp`)
  await page.getByRole('button', { name: 'I Confirm' }).click()
  await bringScripts()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a slide chosen first: it is the current one', async ({ context, site }) => {
  const { page, bringScripts } = await openWithoutScripts(context, `${site.origin}/`)
  const dot = page.getByRole('link', { name: 'Slide 03' })
  await dot.click()
  await expect(page.getByRole('group', { name: '3 of 4' })).toBeInViewport({ ratio: 0.9 })
  await bringScripts()
  await expect(dot).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('group', { name: '3 of 4' })).toBeInViewport({ ratio: 0.9 })
})

test('text typed into the contact form first: it stays', async ({ context, site }) => {
  const { page, bringScripts } = await openWithoutScripts(context, `${site.origin}/contactus`)
  await page.getByLabel('First name').fill('Asha')
  await page.getByRole('textbox', { name: 'Message' }).fill('XLPE')
  await bringScripts()
  await expect(page.getByLabel('First name')).toHaveValue('Asha')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('XLPE')
})

test('text typed into an editor first: it stays, counts as a change, and can be discarded', async ({
  context,
  site,
  signIn,
}) => {
  await signIn()
  const { page, bringScripts } = await openWithoutScripts(context, `${site.origin}/admin/globalexpansion`)
  const title = page.getByLabel('Title').first()
  const saved = await title.inputValue()
  await title.fill('Typed first')
  await bringScripts()
  await expect(page.getByText('1 field changed')).toBeVisible()
  await expect(title).toHaveValue('Typed first')
  await page.getByRole('link', { name: 'Discard' }).click()
  await expect(title).toHaveValue(saved)
})

test('a click just before React renders for the first time: the page that the server sent stays', async ({ page }) => {
  await page.addInitScript(() => {
    const add = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...args: Parameters<typeof add>) {
      add.apply(this, args)
      // Only React listens to this event, just before it renders.
      if (args[0] !== 'compositionend') return
      const heading = document.querySelector('h1')
      heading?.setAttribute('data-sent', '')
      queueMicrotask(() => heading?.click())
    }
  })
  await page.goto('/services')
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('data-sent', '')
})

test('modules: fetched once the page has loaded', async ({ context, site }) => {
  const { modules, bringImages } = await openWithoutImages(context, `${site.origin}/`)
  expect(await modules()).toEqual([])
  bringImages()
  await expect.poll(modules).not.toEqual([])
})

test('modules: fetched earlier if somebody begins to use the page', async ({ context, site }) => {
  const { page, modules } = await openWithoutImages(context, `${site.origin}/`)
  await page.keyboard.press('Tab')
  await expect.poll(modules).not.toEqual([])
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
})

/** Top of the texts below the picture, in CSS pixels, after the animation that moves them. */
async function topOf(dialog: Locator) {
  await dialog.evaluate((element) =>
    Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  )
  const box = await dialog.locator('.viewer__bar').boundingBox()
  return box?.y ?? Number.NaN
}

/** A page without its scripts; `bringScripts` lets them load and resolves when React has hydrated the page. */
async function openWithoutScripts(context: BrowserContext, address: string) {
  const page: Page = await context.newPage()
  let bring = () => {}
  const brought = new Promise<void>((resolve) => (bring = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await brought
    await route.continue()
  })
  // A pending script delays the page's load event.
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  return {
    page,
    async bringScripts() {
      bring()
      // React stores its properties on the elements that it has hydrated.
      await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__reactProps')))
      await page.waitForFunction(() => '__remixRouter' in window)
    },
  }
}

/** A page with pending images, which has not loaded yet. `modules` returns the modules that it has fetched. */
async function openWithoutImages(context: BrowserContext, address: string) {
  const page: Page = await context.newPage()
  let bringImages = () => {}
  const brought = new Promise<void>((resolve) => (bringImages = resolve))
  await page.route(/\/(?:uploads|variants)\//, async (route) => {
    await brought
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  const modules = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    )
  return { page, modules, bringImages }
}
