import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

const message = {
  'First name': 'Asha',
  'Last name': 'Naik',
  'E-mail': 'asha@example.com',
  Mobile: '+91 00000 00003',
  Message: 'XLPE for 33 kV,\n40 MT a month.',
}
type Field = keyof typeof message

// The browser itself reports the failure of a sent message on the console.
test.use({ expectedConsoleErrors: [/status of (?:422|503)|net::ERR_FAILED/] })

test('fields left out: an error at each of them, and what was typed stays', async ({ page }) => {
  await openForm(page)
  await fill(page, { 'First name': 'Asha', Message: 'XLPE' })
  await send(page)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('3 fields need correction')
  for (const [label, error] of [
    ['Last name', 'Enter your last name'],
    ['E-mail', 'Enter your e-mail address'],
    ['Mobile', 'Enter your mobile number'],
  ] as const) {
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`${error}$`))
  }
  await expect(field(page, 'First name')).toHaveValue('Asha')
  await expect(field(page, 'Message')).toHaveValue('XLPE')
  await expectAccessible(page)

  await alert.getByRole('link', { name: 'E-mail' }).click()
  await expect(field(page, 'E-mail')).toBeFocused()
})

test('a message: on disk when success is said, the form is empty, and a reload sends nothing', async ({
  page,
  site,
}) => {
  const inbox = path.join(site.dataDir, 'inbox')
  await openForm(page)
  await fill(page, { ...message, 'First name': 'Kept once' })
  await send(page)
  await expect(page.getByRole('status').filter({ hasText: 'Message sent successfully!' })).toBeVisible()
  for (const label of labels) await expect(field(page, label)).toHaveValue('')
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Send a message' })).toBeVisible()
  await expect(page.getByText('Message sent successfully!')).toHaveCount(0)
  const kept = await Promise.all((await readdir(inbox)).map((name) => readFile(path.join(inbox, name), 'utf8')))
  const mine = kept.map((text): unknown => JSON.parse(text)).filter((one) => JSON.stringify(one).includes('Kept once'))
  expect(mine).toEqual([
    {
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      unread: true,
      answerBy: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      privacyNotice: {
        form: 'contact',
        language: 'en',
        version: 1,
        purposes: expect.arrayContaining(['To answer you']),
      },
      firstName: 'Kept once',
      lastName: message['Last name'],
      email: message['E-mail'],
      mobile: message.Mobile,
      comments: message.Message,
    },
  ])
})

test('a disk that takes no message: failure is said, nothing typed is lost, and the next try succeeds', async ({
  page,
  site,
}) => {
  const inbox = path.join(site.dataDir, 'inbox')
  await mkdir(inbox, { recursive: true })
  const kept = `${inbox}-kept`
  await rename(inbox, kept)
  await writeFile(inbox, 'A file where the folder should be')

  await openForm(page)
  await fill(page, message)
  await send(page)
  await expectFailure(page)

  await rm(inbox)
  await send(page)
  await expect(page.getByRole('status').filter({ hasText: 'Message sent successfully!' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeEmpty()
  const [name = '', ...others] = await readdir(inbox)
  expect(others).toEqual([])
  await rename(path.join(inbox, name), path.join(kept, name))
  await rm(inbox, { recursive: true })
  await rename(kept, inbox)
})

test('no connection: failure is said, and nothing typed is lost', async ({ page }) => {
  await openForm(page)
  await fill(page, message)
  await page.route(/\/contactus/, (route) => route.abort())
  await send(page)
  await expectFailure(page)
})

test('the map is embedded', async ({ page }) => {
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere</p>' }))
  await page.goto('/contactus')
  const map = page.frameLocator('iframe[title^="Map:"]')
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await expect(map.getByText('Elsewhere')).toBeVisible()
})

const labels = Object.keys(message) as Field[]

async function openForm(page: Page) {
  await page.goto('/contactus')
  // Before React has hydrated the form, the browser itself checks the fields.
  await expect(page.locator('form[novalidate]')).toBeVisible()
}

function field(page: Page, label: Field) {
  return page.getByRole('textbox', { name: label, exact: true })
}

async function fill(page: Page, values: Partial<Record<Field, string>>) {
  for (const label of labels) await field(page, label).fill(values[label] ?? '')
}

async function send(page: Page) {
  await page.getByRole('button', { name: 'Send message' }).click()
}

async function expectFailure(page: Page) {
  await expect(page.getByRole('alert')).toContainText('Failed to send message.')
  for (const label of labels) await expect(field(page, label)).toHaveValue(message[label])
}
