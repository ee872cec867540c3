import type { Browser, Page } from '@playwright/test'
import { expect, test, waitForHydration } from '../fixtures.ts'
import type { Site } from '../start-site.ts'

// The browser itself reports the status of a question on the console.
test.use({ expectedConsoleErrors: [/status of 409/] })

const PASSWORD = 'a sentence that nobody guesses'
const RELEASE = 'Results day'

/** A person of the site in a browser context of their own, which the test has to close. */
async function openFor(browser: Browser, site: Site, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled })
  const page = await context.newPage()
  if (javaScriptEnabled) waitForHydration(page)
  return page
}

async function signInAdministrator(page: Page, { username, password }: Site) {
  await page.goto('/admin/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
}

/** An administrator invites a person, who sets a password. */
async function invite(admin: Page, person: Page, name: string, role: string) {
  await admin.goto('/admin/people')
  await admin.getByLabel('Name', { exact: true }).fill(name)
  await admin.getByLabel('Username').fill(`${name.toLowerCase()}@example.com`)
  await admin.getByRole('radio', { name: role }).check()
  await admin.getByRole('button', { name: 'Invite', exact: true }).click()
  await person.goto(await admin.getByLabel('Link', { exact: true }).inputValue())
  await person.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await person.getByLabel('Repeat password').fill(PASSWORD)
  await person.getByRole('button', { name: 'Set password and log in' }).click()
  await expect(person.getByRole('heading', { level: 1 })).toContainText('Welcome')
}

async function saveDraft(page: Page, address: string, field: string, text: string) {
  await page.goto(address)
  await page.locator(`[name="${field}"]`).fill(text)
  await page.getByRole('button', { name: 'Save draft' }).click()
}

async function openRelease(page: Page) {
  await page.goto('/admin/releases')
  await page.getByRole('link', { name: RELEASE }).click()
  await expect(page.getByRole('heading', { level: 1, name: RELEASE })).toBeVisible()
}

async function askForApproval(page: Page) {
  await openRelease(page)
  await page.getByRole('button', { name: 'Ask for approval of this release' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You asked for approval' })).toBeVisible()
}

async function approve(page: Page, label: string) {
  await openRelease(page)
  await page.getByRole('link', { name: 'Check all changes and decide' }).click()
  await page.getByRole('button', { name: label }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The release is approved' })).toBeVisible()
}

async function schedule(page: Page) {
  await openRelease(page)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page).toHaveURL(/\/ask\/schedule$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Scheduled.' })).toBeVisible()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('an article for tomorrow at nine: no visitor sees it before; published: on its page, /events and the home page', async ({
      page,
      start,
    }) => {
      const site = await start()
      const textOf = async (address: string) => (await fetch(site.origin + address)).text()
      const goto = page.goto.bind(page)
      page.goto = (address, options) => goto(new URL(address, site.origin).href, options)
      await signInAdministrator(page, site)
      await page.goto('/admin/news-articles')
      await page.getByLabel('Title of the new article').fill('Line 7 starts')
      await page.getByRole('button', { name: 'New article' }).click()
      // The Swedish locale writes dates as in ISO 8601.
      const dayInIndia = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' })
      const tomorrow = dayInIndia.format(Date.now() + 24 * 60 * 60_000)
      await page.getByLabel(/^Date/).fill(tomorrow)
      if (javaScriptEnabled) await expect(page.getByText('is in the future')).toBeVisible()
      await page.getByLabel(/^Introduction/).fill('A line for sheathing compounds.')
      await page.locator('textarea[name=body]').fill('It makes four tonnes an hour.')
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible()
      await expect(page.getByText('is in the future')).toBeVisible()
      await page.getByRole('link', { name: 'Add to a release' }).click()
      await page.getByLabel('Name of a new release').fill('Line 7')
      await page.getByRole('button', { name: 'Add to the release' }).click()
      await page.getByLabel('Time in India').fill(`${tomorrow}T09:00:00`)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('status').filter({ hasText: 'The release was saved' })).toBeVisible()
      await page.getByRole('button', { name: 'Schedule' }).click()
      await expect(page).toHaveURL(/\/ask\/schedule$/)
      await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Scheduled.' })).toBeVisible()
      expect((await fetch(`${site.origin}/news/line-7-starts`)).status).toBe(404)
      for (const address of ['/', '/events', '/feed.xml']) expect(await textOf(address)).not.toContain('Line 7 starts')

      await page.getByRole('link', { name: 'Publish now' }).click()
      await page.getByRole('button', { name: 'Publish now' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'is published' })).toBeVisible()
      expect(await textOf('/news/line-7-starts')).toContain('It makes four tonnes an hour.')
      for (const address of ['/', '/events', '/feed.xml'])
        expect(await textOf(address)).toContain('/news/line-7-starts')
    })

    test('a release: approved as a whole, scheduled, blocked after a question, mended, published, undone, scheduled anew', async ({
      browser,
      page: administrator,
      start,
    }) => {
      test.setTimeout(180_000)
      const site = await start()
      const at = (address: string) => site.origin + address
      const goto = administrator.goto.bind(administrator)
      administrator.goto = (address, options) => goto(new URL(address, site.origin).href, options)
      const home = async () => (await administrator.request.get(at('/'))).text()
      const [editor, publisher] = [
        await openFor(browser, site, javaScriptEnabled),
        await openFor(browser, site, javaScriptEnabled),
      ]
      await signInAdministrator(administrator, site)
      await invite(administrator, editor, 'Esha', 'Editor')
      await invite(administrator, publisher, 'Paul', 'Publisher')
      await administrator.goto('/admin/people')
      await administrator.getByRole('group').filter({ hasText: 'Other sections' }).locator('summary').click()
      for (const section of ['stats', 'clients']) {
        await administrator.locator(`[name=section][value="${section}"]`).check()
      }
      await administrator.locator('button[value=require-approval]').click()
      await expect(administrator.getByRole('status').filter({ hasText: 'approval' })).toBeVisible()

      // The editor drafts two sections, and asks for the approval of both at once.
      await saveDraft(editor, '/admin/stats', 'yearsExperience', '61')
      await editor.getByRole('link', { name: 'Add to a release' }).click()
      await editor.getByLabel('Name of a new release').fill(RELEASE)
      await editor.getByRole('button', { name: 'Add to the release' }).click()
      await expect(editor.getByRole('status').filter({ hasText: 'is in this release now' })).toBeVisible()
      await saveDraft(editor, '/admin/clients', 'title', 'Clients of the results day')
      await editor.getByRole('link', { name: 'Add to a release' }).click()
      await editor.getByLabel('Release', { exact: true }).selectOption({ label: RELEASE })
      await editor.getByRole('button', { name: 'Add to the release' }).click()
      await editor.getByLabel('Time in India').fill('2099-01-15T16:00:00')
      await editor.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(editor.getByRole('status').filter({ hasText: 'The release was saved' })).toBeVisible()
      await askForApproval(editor)
      await approve(publisher, 'Approve the release')
      await schedule(publisher)

      // The publisher is about to change what was approved.
      const draft = new URL(publisher.url()).pathname.replace(/^\/admin\/releases\//, '/admin/stats?release=')
      await saveDraft(publisher, draft, 'yearsExperience', '62')
      const question = publisher.getByRole('alert').filter({ hasText: 'would block a scheduled release' })
      await expect(question).toContainText(`The release “${RELEASE}”, scheduled for`)
      // The button of the form is no answer to the question.
      const asked = publisher.waitForResponse((response) => response.request().method() === 'POST')
      await publisher.getByRole('button', { name: 'Save draft' }).click()
      await asked
      await expect(question).toBeVisible()
      await expect(publisher.getByRole('button', { name: 'Save anyway' })).toBeEnabled()
      await expect(publisher.locator('[name=yearsExperience]')).toHaveValue('62')
      await publisher.getByRole('button', { name: 'Save anyway' }).click()
      await expect(publisher.getByRole('status').filter({ hasText: 'cannot be published' })).toBeVisible()

      // Everybody sees that it is blocked, and why.
      await publisher.goto('/admin')
      const notice = publisher.getByRole('listitem').filter({ hasText: `${RELEASE}, 15 Jan 2099` })
      await expect(notice).toContainText('changed after the approval')
      await notice.getByRole('link', { name: 'Open the approval of the release' }).click()
      await expect(publisher).toHaveURL(/#approval$/)
      await askForApproval(publisher)
      await approve(administrator, 'Approve the release')
      await publisher.goto('/admin')
      await expect(publisher.getByRole('main')).toContainText(new RegExp(`${RELEASE}.*ready`))

      await openRelease(publisher)
      await publisher.getByRole('link', { name: 'Publish now' }).click()
      await publisher.getByRole('button', { name: 'Publish now' }).last().click()
      await expect(publisher.getByRole('status').filter({ hasText: 'is published' })).toBeVisible()
      expect(await home()).toContain('Clients of the results day')
      await publisher.getByRole('link', { name: 'Undo this release' }).click()
      await publisher.getByRole('button', { name: 'Undo this release' }).last().click()
      await expect(publisher.getByRole('status').filter({ hasText: 'was undone' })).toBeVisible()
      expect(await home()).not.toContain('Clients of the results day')
      await askForApproval(publisher)
      await approve(administrator, 'Approve the release')
      await schedule(publisher)

      // An editor cannot publish, so the undo of an edit is a draft.
      await editor.goto('/admin/history/clients')
      await editor
        .getByRole('main')
        .getByRole('link', { name: /Release “Results day”/ })
        .first()
        .click()
      await editor.getByRole('button', { name: 'Undo as a draft' }).click()
      await expect(editor.getByRole('status').filter({ hasText: 'The undo is saved as a draft' })).toBeVisible()
      for (const person of [editor, publisher]) await person.context().close()
    })
  })
}
