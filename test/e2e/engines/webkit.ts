import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, By, Key as Keys, type WebDriver } from 'selenium-webdriver'
import { isExecutable } from '../../../scripts/system-program.mjs'
import { freePort } from '../start-site.ts'
import type { Engine, Key, Window } from './engine.ts'

/** The programs that WebKit needs. */
interface WebKitPrograms {
  driver: string
  xvfb: string
  dbus: string
}

interface Running {
  server: string
  processes: ChildProcess[]
}

const KEYS: { [key in Key]: string } = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  ArrowRight: Keys.ARROW_RIGHT,
  Tab: Keys.TAB,
}

/** WebKitGTK, over WebDriver, on a display in memory. It has no headless mode, and one window at a time. */
export function webkit(programs: WebKitPrograms): Engine {
  let running: Promise<Running> | undefined
  return {
    open: async ({ hasScripts }) => openWindow((await (running ??= start(programs))).server, hasScripts),
    close: async () => {
      for (const child of (await running)?.processes ?? []) await stopGroup(child)
    },
  }
}

async function start({ driver, xvfb, dbus }: WebKitPrograms): Promise<Running> {
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer]
  const port = await freePort()
  // Without a message bus of its own, its first request hangs.
  const server = spawn(dbus, ['--', driver, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${display.toString().trim()}`,
      // The sandbox of its processes does not start for root and in containers.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const address = `http://127.0.0.1:${port}`
  while (!(await isUp(`${address}/status`))) {
    if (server.exitCode !== null) throw new Error('WebKitWebDriver did not start')
    await wait(50)
  }
  return { server: address, processes: [server, screen] }
}

async function isUp(url: string) {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** Ends a process and those that it has started. */
async function stopGroup(child: ChildProcess) {
  if (child.pid === undefined || child.exitCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid)
  await ended
}

/** The browser that comes with WebKitGTK, in the folder of its library. */
function miniBrowser() {
  const folders = readdirSync('/usr/lib', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const programs = folders.flatMap(({ name }) =>
    ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((api) => path.join('/usr/lib', name, api, 'MiniBrowser')),
  )
  const found = programs.find(isExecutable)
  if (found === undefined) throw new Error('MiniBrowser is missing: it comes with Debian’s package webkit2gtk-driver')
  return found
}

async function openWindow(server: string, hasScripts: boolean): Promise<Window> {
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: 'MiniBrowser',
      unhandledPromptBehavior: 'accept',
      'webkitgtk:browserOptions': {
        binary: miniBrowser(),
        // Nothing listens on this port: the tests must not depend on other sites, such as that of the map.
        args: [
          '--automation',
          ...['--proxy=http://127.0.0.1:9', '--ignore-host=localhost', '--ignore-host=127.0.0.1'],
          `--enable-javascript=${hasScripts}`,
        ],
      },
    })
    .build()
  const errors: string[] = []
  /** Moves what the current document has reported to `errors`. */
  const collect = async () => {
    if (hasScripts) errors.push(...(await driver.executeScript<string[]>(`return (${report.toString()})()`)))
  }
  return {
    open: async (address) => {
      await collect()
      await driver.get(address)
      await collect()
    },
    back: async () => {
      await collect()
      await driver.navigate().back()
    },
    reload: async () => {
      await collect()
      await driver.navigate().refresh()
    },
    resize: async (width, height) => resize(driver, width, height),
    evaluate: (run, ...args) => driver.executeScript(`return (${run.toString()}).apply(null, arguments)`, ...args),
    pointAt: async (x, y) => {
      await moveTo(driver, x, y).perform()
    },
    clickAt: async (x, y) => {
      await moveTo(driver, x, y).click().perform()
      await collect()
    },
    type: async (text) => driver.switchTo().activeElement().sendKeys(text),
    press: async (key) => driver.switchTo().activeElement().sendKeys(KEYS[key]),
    clearCookies: async () => driver.manage().deleteAllCookies(),
    attach: async (selector, file) => driver.findElement(By.css(selector)).sendKeys(file),
    screenshot: async (file) => writeFile(file, Buffer.from(await driver.takeScreenshot(), 'base64')),
    errors: async () => {
      await collect()
      return [...errors]
    },
    close: () => driver.quit(),
  }
}

function moveTo(driver: WebDriver, x: number, y: number) {
  return driver.actions().move({ x: Math.round(x), y: Math.round(y) })
}

/** The driver sets the size of the window with its bars. */
async function resize(driver: WebDriver, width: number, height: number) {
  const rect = { x: 0, y: 0, width, height: height + 38 }
  await driver.manage().window().setRect(rect)
}

/**
 * Runs in the page, and returns what it has reported since the last call. WebKit's driver has no access to the console.
 * The first call in a document gets what the security policy has refused before, but not its earlier errors.
 */
function report(): string[] {
  const page = window as unknown as { reported?: string[] }
  if (!page.reported) {
    const reported: string[] = (page.reported = [])
    const observer = new ReportingObserver(
      (reports) => {
        for (const { body } of reports) reported.push(`security policy: ${JSON.stringify(body)}`)
      },
      { types: ['csp-violation'], buffered: true },
    )
    observer.observe()
    addEventListener('error', ({ message }) => reported.push(`page error: ${message}`))
    addEventListener('unhandledrejection', ({ reason }) => reported.push(`page error: ${String(reason)}`))
    const { error } = console
    console.error = (...values: unknown[]) => {
      reported.push(`console: ${values.map(String).join(' ')}`)
      error(...values)
    }
  }
  return page.reported.splice(0)
}
