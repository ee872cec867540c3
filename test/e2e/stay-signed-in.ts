import type { Page } from '@playwright/test'

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0]

/** Signs in before the first of many tests and lets the others go on in that session. To be called before each. */
export function stayingSignedIn() {
  let session: Cookies | undefined
  return async ({ page, signIn }: { page: Page; signIn: () => Promise<void> }) => {
    if (session) {
      await page.context().addCookies(session)
    } else {
      await signIn()
      session = await page.context().cookies()
    }
  }
}
