import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { expect, test, waitForHydration } from '../fixtures.ts'
import { FormClient } from '../form-client.ts'

// The browser itself reports the status of a question on the console.
test.use({ expectedConsoleErrors: [/status of 409/] })

const HEADERS = { 'sec-fetch-site': 'same-origin' }

/** Two sections that need approval by somebody else. */
const SECTIONS = ['stats', 'clients']

async function requireApproval(administrator: APIRequestContext, sections: readonly string[]) {
  const fields = [['intent', 'require-approval'], ...sections.map((section) => ['section', section])]
  const data = new URLSearchParams(fields).toString()
  const headers = { ...HEADERS, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await administrator.post('/admin/people', { data, headers })).status()).toBe(200)
}

/** Creates a release for 2099 with a draft of both sections. Resolves with its id. */
async function createRelease(person: APIRequestContext, name: string) {
  const options = { headers: HEADERS, data: { name, time: '2099-01-15T10:30:00Z' } }
  const { id } = z.object({ id: z.string() }).parse(await (await person.post('/api/releases', options)).json())
  for (const [section, typed] of [
    ['stats', { yearsExperience: 61 }],
    ['clients', { title: `Clients of ${name}` }],
  ] as const) {
    const content = z.looseObject({}).parse(await (await person.get(`/api/${section}`)).json())
    const data = { ...content, ...typed }
    const saved = await person.put(`/api/releases/${id}/drafts/${section}`, { headers: HEADERS, data })
    expect(saved.status(), await saved.text()).toBe(201)
  }
  return id
}

async function askForApproval(person: APIRequestContext, id: string) {
  const forms = new FormClient(person)
  await forms.open(`/admin/releases/${id}`)
  await forms.press(forms.button('Ask for approval of this release'))
}

async function approve(person: APIRequestContext, id: string) {
  const forms = new FormClient(person)
  await forms.open(`/admin/releases/${id}/changes`)
  await forms.press(forms.button('Approve the release'))
}

for (const { way, javaScriptEnabled } of [
  { way: 'with JavaScript', javaScriptEnabled: true },
  { way: 'without JavaScript', javaScriptEnabled: false },
]) {
  test.describe(way, () => {
    test.use({ javaScriptEnabled })

    test('an article for tomorrow at nine: no visitor sees it before; published: on its page, /events and the home page', async ({
      page,
      site,
      signIn,
    }) => {
      const title = `Line 7 starts ${way}`
      const address = `/news/${title.toLowerCase().replaceAll(' ', '-')}`
      const textOf = async (path: string) => (await fetch(site.origin + path)).text()
      await signIn()
      await page.goto('/admin/news-articles')
      await page.getByRole('link', { name: 'New article' }).click()
      await page.locator('#editor-title').fill(title)
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
      await page.getByLabel('Name of a new release').fill(title)
      await page.getByRole('button', { name: 'Add to the release' }).click()
      await page.getByLabel('Time in India').fill(`${tomorrow}T09:00`)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('status').filter({ hasText: 'The release was saved' })).toBeVisible()
      await page.getByRole('button', { name: 'Schedule' }).click()
      await expect(page).toHaveURL(/\/ask\/schedule$/)
      await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Scheduled.' })).toBeVisible()
      expect((await fetch(site.origin + address)).status).toBe(404)
      for (const path of ['/', '/events', '/feed.xml']) expect(await textOf(path)).not.toContain(title)

      await page.getByRole('link', { name: 'Publish now' }).click()
      await page.getByRole('button', { name: 'Publish now' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'is published' })).toBeVisible()
      expect(await textOf(address)).toContain('It makes four tonnes an hour.')
      for (const path of ['/', '/events', '/feed.xml']) expect(await textOf(path)).toContain(address)
    })

    test('a release: approved as a whole, scheduled, blocked after a question, mended, published, undone, scheduled anew', async ({
      browser,
      page,
      context,
      site,
      administrator,
      newPerson,
    }) => {
      const name = `Results day ${way}`
      const home = async () => (await fetch(site.origin)).text()
      const status = (text: string) => page.getByRole('status').filter({ hasText: text })
      const editor = await openFor((await newPerson('Esha', 'editor')).cookies)
      await context.addCookies((await newPerson('Paul', 'publisher')).cookies)
      await requireApproval(administrator, SECTIONS)
      const id = await createRelease(editor.context().request, name)
      await askForApproval(editor.context().request, id)

      await page.goto('/admin/releases')
      await page.getByRole('link', { name }).click()
      await page.getByRole('link', { name: 'Check all changes and decide' }).click()
      await page.getByRole('button', { name: 'Approve the release' }).click()
      await expect(status('The release is approved')).toBeVisible()
      await page.goto(`/admin/releases/${id}`)
      await page.getByRole('button', { name: 'Schedule' }).click()
      await expect(page).toHaveURL(/\/ask\/schedule$/)
      await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
      await expect(status('Scheduled.')).toBeVisible()

      // The publisher is about to change what was approved.
      await page.goto(`/admin/stats?release=${id}`)
      await page.locator('[name=yearsExperience]').fill('62')
      await page.getByRole('button', { name: 'Save draft' }).click()
      const question = page.getByRole('alert').filter({ hasText: 'would block a scheduled release' })
      await expect(question).toContainText(`The release “${name}”, scheduled for`)
      // The button of the form is no answer to the question.
      const asked = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name: 'Save draft' }).click()
      await asked
      await expect(question).toBeVisible()
      await expect(page.getByRole('button', { name: 'Save anyway' })).toBeEnabled()
      await expect(page.locator('[name=yearsExperience]')).toHaveValue('62')
      await page.getByRole('button', { name: 'Save anyway' }).click()
      await expect(status('cannot be published')).toBeVisible()

      // Everybody sees that it is blocked, and why.
      await page.goto('/admin')
      const notice = page.getByRole('listitem').filter({ hasText: `${name}, 15 Jan 2099` })
      await expect(notice).toContainText('changed after the approval')
      await notice.getByRole('link', { name: 'Open the approval of the release' }).click()
      await expect(page).toHaveURL(/#approval$/)
      await page.getByRole('button', { name: 'Ask for approval of this release' }).click()
      await expect(status('You asked for approval')).toBeVisible()
      await approve(administrator, id)
      await page.goto('/admin')
      await expect(page.getByRole('main')).toContainText(new RegExp(`${name}.*ready`))

      await page.goto(`/admin/releases/${id}`)
      await page.getByRole('link', { name: 'Publish now' }).click()
      await page.getByRole('button', { name: 'Publish now' }).last().click()
      await expect(status('is published')).toBeVisible()
      expect(await home()).toContain(`Clients of ${name}`)
      await page.getByRole('link', { name: 'Undo this release' }).click()
      await page.getByRole('button', { name: 'Undo this release' }).last().click()
      await expect(status('was undone')).toBeVisible()
      expect(await home()).not.toContain(`Clients of ${name}`)
      await askForApproval(context.request, id)
      await approve(administrator, id)
      const scheduled = await context.request.post(`/api/releases/${id}/schedule`, { headers: HEADERS })
      expect(await scheduled.json()).toMatchObject({ state: 'scheduled' })

      // An editor cannot publish, so the undo of an edit is a draft.
      await editor.goto('/admin/history/clients')
      await editor
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`Release “${name}”`) })
        .first()
        .click()
      await editor.getByRole('button', { name: 'Undo as a draft' }).click()
      await expect(editor.getByRole('status').filter({ hasText: 'The undo is saved as a draft' })).toBeVisible()
      await editor.context().close()

      // For the tests that come after.
      expect((await administrator.post(`/api/releases/${id}/unschedule`, { headers: HEADERS })).status()).toBe(200)
      expect((await administrator.delete(`/api/releases/${id}?drafts=discard`, { headers: HEADERS })).status()).toBe(
        204,
      )
      expect((await administrator.delete('/api/drafts/clients', { headers: HEADERS })).status()).toBe(204)
      await requireApproval(administrator, [])

      /** The page of a person in a browser of their own, which the test has to close. */
      async function openFor(cookies: Parameters<typeof context.addCookies>[0]): Promise<Page> {
        const own = await browser.newContext({ baseURL: site.origin, javaScriptEnabled })
        await own.addCookies(cookies)
        const opened = await own.newPage()
        if (javaScriptEnabled) waitForHydration(opened)
        return opened
      }
    })
  })
}
