import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../../scripts/find-chromium.mjs'

/** Starts the browser that the tests use, for `port` to drive it by as well. Containers have no GPU to draw with. */
export function launchChromium({ port }: { port?: number } = {}): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...(port ? [`--remote-debugging-port=${port}`] : [])],
  })
}
