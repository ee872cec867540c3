import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { account, type BenchSite } from './bench-site.ts'
import { launchChromium } from './launch-chromium.ts'
import { galleryOf } from './long-lists.ts'

/** The most pictures that an editor shows with all their fields. */
const PICTURES = 500
const KEYS = 20

/** Milliseconds of script that a key costs in the editor of a long list. */
export async function measureTyping(site: BenchSite): Promise<{ pictures: number; key: number }> {
  await writeFile(path.join(site.contentDir, 'gallery.yaml'), galleryOf(PICTURES))
  const host = await site.start()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`${host.origin}/admin/login?returnTo=/admin/gallery`)
    await page.getByLabel('Username').fill(account.username)
    await page.getByLabel('Password').fill(account.password)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(`${host.origin}/admin/gallery`)
    await page.waitForLoadState('networkidle')
    const title = page.locator('[name="items[0].title"]')
    await page.locator('details', { has: title }).locator('> summary').click()
    await title.press('End')
    return { pictures: PICTURES, key: await scriptPerKey(page) }
  } finally {
    await browser.close()
    await host.stop()
  }
}

async function scriptPerKey(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const seconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN
  }
  // The first key turns the page from saved to unsaved.
  await page.keyboard.type('x')
  const before = await seconds()
  await page.keyboard.type('x'.repeat(KEYS), { delay: 100 })
  return ((await seconds()) - before) * (1000 / KEYS)
}
