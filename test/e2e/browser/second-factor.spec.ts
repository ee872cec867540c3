import type { Page } from '@playwright/test'
import { ageSessions } from '../age-sessions.ts'
import { invite, refuseAndCancel } from '../refused-invitation.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

// The browser itself reports the status of what is refused on the console.
test.use({ expectedConsoleErrors: [/status of (403|409|422)/] })

test('a passkey: added with the password, signs in without one, and is the second step after one', async ({
  page,
  context,
  site,
  newPerson,
}) => {
  const person = await newPerson('Asha Naik')
  const invited = { name: 'Ravi Kamat', username: 'ravi-by-passkey' }
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await context.addCookies(person.cookies)
  await ageSessions(site, person.username)
  await page.goto('/admin/account')
  await page.getByRole('link', { name: 'Set up the two-step login' }).click()
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await expectAccessible(page)
  await expectFits(page)

  await panel.getByLabel('Name').fill('Office laptop')
  await panel.getByLabel('Your password').fill('wrong')
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(panel.getByRole('alert').filter({ hasText: 'not your password' })).toBeVisible()
  await panel.getByLabel('Your password').fill(person.password)
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = page.getByRole('region', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expect(panel.getByRole('listitem')).toContainText('Office laptop')
  await expectAccessible(page)
  await expectFits(page)

  // Ten minutes later: an act that needs the password accepts the passkey, and is carried out with what was typed.
  await ageSessions(site, person.username)
  await page.goto('/admin/people')
  await invite(page, invited)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your password')
  await expectAccessible(page)
  await expectFits(page)
  await refuseAndCancel(page, invited)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/\/admin\/set-password\?token=/)

  await context.clearCookies({ name: 'session' })
  await page.goto('/admin/login?returnTo=%2Fadmin%2Fstats')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/admin\/stats$/)

  await context.clearCookies({ name: 'session' })
  await page.goto('/admin/login')
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password').fill(person.password)
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL(/\/admin\/login\/second-factor/)
  await expectAccessible(page)
  await expectFits(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto('/admin/account')
  await expect(page.getByRole('link', { name: 'Manage the two-step login' })).toBeVisible()
})

/** Expects that nothing is wider than the window of a phone. */
async function expectFits(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  if (size) await page.setViewportSize(size)
}
