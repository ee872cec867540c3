import { readFile } from 'node:fs/promises'
import { ageSessions } from '../age-sessions.ts'
import { sendMessages } from '../contact-messages.ts'
import { ensureSignedIn, expect, expectAccessible, test } from '../fixtures.ts'
import { startSite, type Site } from '../start-site.ts'

let site: Site

// A site of their own, because the inbox is empty at first, and a visitor may send five messages in ten minutes.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ node }) => {
  site = await startSite({ node })
})

test.afterAll(() => site.stop())

test.beforeEach(({ context }) => ensureSignedIn(context.request, site))

test('messages: searched, read, answered, marked and exported; several deleted, undone and restored from the trash', async ({
  page,
}) => {
  await page.goto(`${site.origin}/admin/inbox`)
  await expect(page.getByText('No messages yet')).toBeVisible()
  await sendMessages(site, ['Asha', '=Ravi'])
  await page.reload()
  await expect(page.getByText('2 unread')).toBeVisible()
  await expectAccessible(page)

  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.first()).toContainText('Unread: =Ravi Naik')
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('asha xlpe')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await page.getByRole('link', { name: 'Unread: Asha Naik' }).click()
  await expect(page.getByRole('heading', { name: 'Asha Naik', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    /^mailto:visitor@example\.com\?subject=Your%20message%20to%20/,
  )
  await expect(page.getByText('No notice was sent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as unread' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Inbox' }).click()
  await expect(page).toHaveURL(/\/admin\/inbox\?q=asha\+xlpe$/)
  await expect(rows.first()).not.toContainText('Unread')

  await page.getByRole('link', { name: 'Asha Naik' }).click()
  // The list has a button of the same name.
  await expect(page.getByRole('heading', { name: 'Asha Naik', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Marked as unread' })).toBeVisible()
  await expect(rows.first()).toContainText('Unread: Asha')

  await page.getByRole('link', { name: 'Clear' }).click()
  await expect(rows).toHaveCount(2)
  await ageSessions(site, site.username)
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  await page.getByLabel('Your password').fill(site.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^messages-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toMatch(/^\uFEFF"Received"/)
  expect(csv).toContain(`"'=Ravi"`)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  // A reload before the list is shown would be of the page of the password.
  await expect(rows).toHaveCount(2)

  await sendMessages(site, ['Lena'])
  await page.reload()
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  const dialog = page.getByRole('dialog')

  await expect(remove).toBeHidden()
  await page.getByLabel('Select the message of Asha Naik').check()
  await page.getByLabel('Select the message of Lena Naik').check()
  await remove.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()

  await remove.click()
  await expect(dialog).toContainText('Are you sure you want to delete 2 messages?')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 messages deleted' })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 messages restored' })).toBeVisible()
  await expect(rows).toHaveCount(3)

  await page.getByRole('link', { name: '=Ravi Naik' }).click()
  await page.getByRole('link', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 message deleted' })).toBeVisible()
  await page.getByRole('link', { name: 'Deleted 1' }).click()
  // The list before has such a checkbox as well.
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Select all messages of this page').check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('No deleted messages')).toBeVisible()
  await page.getByRole('link', { name: 'All 3', exact: true }).click()
  await expect(rows).toHaveCount(3)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('messages by plain forms: found, read, deleted after a question, and back by Undo', async ({ page }) => {
    await sendMessages(site, ['Mira'])
    await page.goto(`${site.origin}/admin/inbox`)
    const rows = page.getByRole('main').getByRole('listitem')
    const count = await rows.count()
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('mira')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(rows).toHaveCount(1)

    await page.getByRole('link', { name: 'Unread: Mira Naik' }).click()
    await expect(page.getByText('40 MT a month.')).toBeVisible()
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await expect(page.getByRole('status')).toContainText('Marked as read')
    await page.getByRole('link', { name: 'Delete' }).click()
    await expect(page.getByText('Are you sure you want to delete 1 message?')).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/admin\/inbox\?q=mira$/)

    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Select at least one message.')).toBeVisible()
    await page.goBack()
    await page.getByLabel('Select the message of Mira Naik').check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(rows).toHaveCount(0)
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('status')).toContainText('1 message deleted')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('status')).toContainText('1 message restored')
    await expect(rows).toHaveCount(count)
  })
})
