import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/system-program.mjs'
import type { BenchSite } from './bench-site.ts'
import { percentile, whenIdle } from './servers.ts'

const KEYS = 60

/** The section with the longest content file. */
const EDITOR = '/admin/services'

/** Milliseconds from a key in the editor of the longest section to the changed page in its open preview. */
export async function measurePreview(site: BenchSite) {
  const host = await site.start({ core: 0 })
  await whenIdle(host.pid)
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  try {
    const cookie = await site.cookie(host.origin)
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      extraHTTPHeaders: { cookie: `${cookie}; preview=closed` },
    })
    const scripts = new Set<string>()
    page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
    await page.goto(host.origin + EDITOR)
    await page.locator('html[data-hydrated]').waitFor()
    const closed = [...scripts].filter((address) => address.includes('preview-panel')).length
    await page.getByRole('button', { name: 'Preview' }).first().click()
    await page.getByText('The page with the content of the form').waitFor()
    const field = page.locator('form input[type=text]:not([hidden]), form textarea').first()
    // Measures from the key event to the mutation that adds the text to the page in the frame.
    await field.evaluate((input: HTMLInputElement) => {
      const shown = document.querySelector<HTMLIFrameElement>('.preview iframe')?.contentDocument
      if (!shown) throw new Error('There is no page in the frame')
      let began: number | undefined
      input.addEventListener('keydown', () => {
        began = performance.now()
      })
      new MutationObserver(() => {
        if (began === undefined || !shown.body.textContent.includes(input.value)) return
        const waits = JSON.parse(document.body.dataset['waits'] ?? '[]') as number[]
        document.body.dataset['waits'] = JSON.stringify([...waits, performance.now() - began])
        began = undefined
      }).observe(shown, { subtree: true, childList: true, characterData: true })
    })
    await field.focus()
    for (let key = 1; key <= KEYS; key += 1) {
      await page.keyboard.press(key % 2 === 0 ? 'Backspace' : 'x')
      await page.waitForFunction(
        (count) => (JSON.parse(document.body.dataset['waits'] ?? '[]') as number[]).length >= count,
        key,
      )
    }
    const waits = await page.evaluate(() => JSON.parse(document.body.dataset['waits'] ?? '[]') as number[])
    return { closed, p50: percentile(waits, 0.5), p95: percentile(waits, 0.95) }
  } finally {
    await browser.close()
    await host.stop()
  }
}
