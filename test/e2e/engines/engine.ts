/** A browser engine that runs the tests of this folder. */
export interface Engine {
  /** Opens a window with a session of its own: no cookies, nothing stored. */
  open: (options: WindowOptions) => Promise<Window>
  /**
   * Gives the browser an authenticator that confirms everything, until the returned function is called. Undefined for
   * an engine that has no passkeys.
   */
  addAuthenticator?: () => Promise<() => Promise<void>>
  close: () => Promise<void>
}

export interface WindowOptions {
  /** Whether pages run scripts. */
  hasScripts: boolean
}

/**
 * What an engine can do in a window. Everything works on pages without scripts as well: `evaluate` is the driver's own,
 * and must not wait for anything in the page.
 */
export interface Window {
  open: (address: string) => Promise<void>
  back: () => Promise<void>
  reload: () => Promise<void>
  /** Sets the size of the page's viewport, as far as the engine can: WebKit's window is at least 447 px wide. */
  resize: (width: number, height: number) => Promise<void>
  evaluate: <Args extends unknown[], Result>(page: (...args: Args) => Result, ...args: Args) => Promise<Result>
  /** Moves the mouse to a place of the viewport. */
  pointAt: (x: number, y: number) => Promise<void>
  /** Clicks with the mouse at a place of the viewport. */
  clickAt: (x: number, y: number) => Promise<void>
  /** Types a text into the focused control. */
  type: (text: string) => Promise<void>
  press: (key: Key) => Promise<void>
  /** Removes the cookies of the site. */
  clearCookies: () => Promise<void>
  /** Chooses a file in the file field that the CSS selector finds. */
  attach: (selector: string, file: string) => Promise<void>
  screenshot: (file: string) => Promise<void>
  /** The errors that the pages of this window have put on the console, and what the security policy has refused. */
  errors: () => Promise<string[]>
  close: () => Promise<void>
}

export type Key = 'Enter' | 'Escape' | 'ArrowRight' | 'Tab'
