import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { freePort } from '../start-site.ts'
import type { Engine, Window } from './engine.ts'
import { connectMarionette } from './marionette.ts'

/**
 * Firefox, over WebDriver BiDi. Windows without scripts have a second Firefox, because the setting belongs to a profile.
 * It is started when it is first needed.
 */
export function firefox(program: string): Engine {
  const browsers = new Map<boolean, Promise<Running>>()

  const browserFor = (hasScripts: boolean) => {
    const running = browsers.get(hasScripts) ?? launch(program, hasScripts)
    browsers.set(hasScripts, running)
    return running
  }

  return {
    open: async ({ hasScripts }) => openWindow((await browserFor(hasScripts)).browser),
    addAuthenticator: async () => addAuthenticator((await browserFor(true)).marionettePort),
    close: async () => {
      for (const running of browsers.values()) await (await running).browser.close()
    },
  }
}

interface Running {
  browser: Browser
  marionettePort: number
}

async function launch(program: string, hasScripts: boolean): Promise<Running> {
  const marionettePort = await freePort()
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    args: ['--marionette'],
    extraPrefsFirefox: {
      'marionette.port': marionettePort,
      'security.webauth.webauthn_enable_softtoken': true,
      'security.webauth.webauthn_enable_usbtoken': false,
      'javascript.enabled': hasScripts,
      // All windows show the same site. More processes, and some that are started ahead, would take half of the time.
      'fission.autostart': false,
      'dom.ipc.processCount': 1,
      'dom.ipc.processPrelaunch.enabled': false,
      // Nothing listens on this port: the tests must not depend on other sites, such as that of the map.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': 9,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': 9,
    },
  })
  return { browser, marionettePort }
}

/** WebDriver BiDi has no virtual authenticators. They belong to the whole browser. */
async function addAuthenticator(port: number) {
  const marionette = await connectMarionette(port)
  const authenticatorId = await marionette.send('WebAuthn:AddVirtualAuthenticator', {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserConsenting: true,
    isUserVerified: true,
  })
  return async () => {
    await marionette.send('WebAuthn:RemoveVirtualAuthenticator', { authenticatorId })
    marionette.close()
  }
}

async function openWindow(browser: Browser): Promise<Window> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`page error: ${error instanceof Error ? error.message : String(error)}`))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url ?? ''})`)
  })
  // Firefox asks before a form with unsaved changes is left.
  page.on('dialog', (dialog) => {
    void dialog.accept()
  })
  return {
    open: async (address) => {
      await page.goto(address)
    },
    // `goBack` waits for a load event, which a page from the back/forward cache does not have.
    back: () =>
      page.evaluate(() => {
        history.back()
      }),
    reload: async () => {
      await page.reload()
    },
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: (run, ...args) => evaluate(page, run, args),
    pointAt: (x, y) => page.mouse.move(x, y),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    clearCookies: async () => {
      await context.deleteCookie(...(await context.cookies()))
    },
    attach: (selector, file) => attach(page, selector, file),
    screenshot: async (file) => {
      await page.screenshot({ path: asPng(file) })
    },
    errors: () => Promise.resolve([...errors]),
    close: () => context.close(),
  }
}

/** Puppeteer types the function of the page by its handles, which no function of these tests has. */
async function evaluate<Args extends unknown[], Result>(page: Page, run: (...args: Args) => Result, args: Args) {
  const result: unknown = await page.evaluate(run as (...args: unknown[]) => unknown, ...args)
  return result as Result
}

async function attach(page: Page, selector: string, file: string) {
  const field = await page.$(selector)
  if (!field) throw new Error(`No file field: ${selector}`)
  await (field as unknown as { uploadFile: (file: string) => Promise<void> }).uploadFile(file)
}

function asPng(file: string): `${string}.png` {
  return file.endsWith('.png') ? (file as `${string}.png`) : `${file}.png`
}
