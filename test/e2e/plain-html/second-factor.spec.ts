import { generateSync } from 'otplib'
import { ageSessions } from '../age-sessions.ts'
import { invite, refuseAndCancel } from '../refused-invitation.ts'
import { expect, test } from './fixtures.ts'

// The browser itself reports the status of a refused code on the console.
test.use({ expectedConsoleErrors: [/status of (401|409|422)/] })

test('an authenticator app: set up, asked for after the password, and replaced by a recovery code', async ({
  page,
  context,
  site,
  newPerson,
}) => {
  const person = await newPerson('Asha Naik')
  const invited = { name: 'Ravi Kamat', username: 'ravi-by-code' }
  await context.addCookies(person.cookies)
  await page.goto('/admin/account/second-factor')
  const app = page.getByRole('region', { name: 'Authenticator app' })
  await app.getByRole('button', { name: 'Set up an app' }).click()
  await expect(app.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await app.locator('code').innerText()).replaceAll(' ', '')
  await app.getByLabel('Code').fill('000000')
  await app.getByRole('button', { name: 'Confirm' }).click()
  await expect(app.getByLabel('Code')).toHaveAccessibleDescription(/not correct/)
  await app.getByLabel('Code').fill(generateSync({ secret }))
  await app.getByRole('button', { name: 'Confirm' }).click()
  const recoveryCode = await page
    .getByRole('region', { name: 'Your recovery codes' })
    .locator('code')
    .first()
    .innerText()

  await context.clearCookies({ name: 'session' })
  await page.goto('/admin/login?returnTo=%2Fadmin%2Fstats')
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/not correct/)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/admin\/stats$/)

  // Ten minutes later an invitation asks for the password, and is then made as it was typed.
  await ageSessions(site, person.username)
  await page.goto('/admin/people')
  await invite(page, invited)
  await refuseAndCancel(page, invited)
  await page.getByLabel('Your password').fill(person.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/\/admin\/set-password\?token=/)
})
