import type { Page } from '@playwright/test'
import type { Site } from './start-site.ts'

const message = { lastName: 'Naik', email: 'visitor@example.com', mobile: '+91 00000 00003' }

/** Sends a message for each name, oldest first, as visitors do. A site accepts five in ten minutes. */
export async function sendMessages(site: Site, firstNames: readonly string[]) {
  for (const firstName of firstNames) {
    const response = await fetch(`${site.origin}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...message, firstName, comments: `${firstName} asks for XLPE,\n40 MT a month.` }),
    })
    if (response.status !== 201) throw new Error(`The message was not taken: ${response.status}`)
  }
}

/** Signs in by the form, as a person of the site or, for a site that the test has started, as its administrator. */
export async function signInTo(
  page: Page,
  { origin }: Site,
  { username, password }: { username: string; password: string },
) {
  await page.goto(`${origin}/admin/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/admin/login'))
}
