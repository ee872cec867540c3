import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { loader as siteViewPage } from '#app/cms/admin/site-view/site-view-page.tsx'
import type { RenderPage } from '#app/cms/site.server.ts'
import { textPages } from '#test/example-site/text-pages/text-pages.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { ownRequest, routeArgs, screenArgs, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { startSmtpServer } from '#test/smtp-server.ts'
import { releaseAction, releaseLoader } from './release-page.server.ts'
import { releasesLoader } from './releases.server.ts'

const smtp = await startSmtpServer()
const site = await createExampleSite({
  settings: { SMTP_URL: smtp.url, CONTACT_FROM: 'site@example.com', CONTACT_TO: 'info@example.com' },
})
const { approvals, auth, content, drafts, releases } = site
afterAll(() => smtp.close())

let publisher: string

beforeEach(async () => {
  publisher = await signInAs('publisher')
  await signInAs('editor')
  await auth.accounts.changeAccounts((accounts) =>
    accounts.map((account) => {
      if (account.id === 'publisher') return { ...account, username: 'asha@example.com' }
      return account.id === 'editor' ? { ...account, username: 'ravi@example.com' } : account
    }),
  )
  publisher = await signInAs('publisher')
})

let years = 50

/** Puts a draft of the figures into a release and schedules it by the form. Resolves with its id. */
async function scheduled(name: string): Promise<string> {
  const { id } = await releases.create({ name }, 'meera')
  const { value, version } = content.read(numbers)
  await drafts.save(numbers, {
    release: id,
    content: { ...value, yearsOpen: (years += 1) },
    author: 'meera',
    version,
  })
  await addPage(id)
  const fields = { intent: 'schedule', name, time: '2099-01-01T16:05:00' }
  await redirected(releaseAction(screenArgs(`/admin/releases/${id}`, publisher, { params: { releaseId: id }, fields })))
  onTestFinished(async () => {
    await approvals.setSections(new Set(), 'admin')
    await releases.unschedule(id, 'admin')
    await releases.remove(id, 'discard', 'admin')
  })
  return id
}

const newPage = (title: string) => textPages.schema.parse({ title, address: 'travel', body: 'By train.' })

function addPage(release: string) {
  const section = textPages.entry('travel-of-release')
  return drafts.save(section, { release, content: newPage('Travel'), author: 'meera', version: '' })
}

const obstacles: Record<string, { block: (id: string) => Promise<unknown>; reason: string }> = {
  'other changes of the same field': {
    block: () =>
      content.update(numbers, {
        author: 'ben',
        reason: 'Saved',
        change: (now) => ({ ...now, yearsOpen: now.yearsOpen + 100 }),
      }),
    reason: 'Other changes were published in the same fields: Numbers (Years open).',
  },
  'an approval that is needed by now': {
    block: () => approvals.setSections(new Set([numbers.id]), 'admin'),
    reason: 'Not approved yet: Numbers. A second person has to approve each section.',
  },
  'a page with the same address': {
    block: async () => {
      const section = textPages.entry('travel-of-ben')
      await content.update(section, {
        author: 'ben',
        reason: 'Made',
        create: () => newPage('Other'),
        change: () => newPage('Other'),
      })
      onTestFinished(() => content.remove(section, { author: 'ben', reason: 'Removed' }).then(() => undefined))
    },
    reason:
      'text page “travel-of-release” would have an error: Address: “travel” is the address of the text page “Other”.',
  },
  'nothing left in it': {
    block: async (id) => {
      for (const { section, release } of drafts.list())
        if (release === id) await drafts.discard(section, { release, author: 'ben' })
    },
    reason: 'This release is empty.',
  },
}

test.each(Object.entries(obstacles))(
  'a scheduled release that %s blocks: one mail to those who may publish, and each screen says why',
  async (name, { block, reason }) => {
    const id = await scheduled(`Release with ${name}`)
    const page = () => releaseLoader(screenArgs(`/admin/releases/${id}`, publisher, { params: { releaseId: id } }))
    const rowOf = async () =>
      (await releasesLoader(screenArgs('/admin/releases', publisher))).open.find((release) => release.id === id)
    expect((await page()).problem).toBeUndefined()
    expect(await noticeOfSite(id)).not.toContain('cannot be published')
    expect((await rowOf())?.isBlocked).toBe(false)
    const sent = smtp.mails.length

    await block(id)
    expect((await page()).problem).toMatchObject({
      title: 'The release is scheduled, but cannot be published.',
      text: expect.stringContaining(reason) as string,
    })
    expect((await rowOf())?.isBlocked).toBe(true)
    expect(await noticeOfSite(id)).toContain(`It is scheduled, but cannot be published. ${reason}`)

    await expect.poll(() => smtp.mails.length).toBe(sent + 1)
    const mail = smtp.mails.at(-1)
    expect(mail?.to).toEqual(['asha@example.com'])
    const text = decoded(mail?.text ?? '')
    expect(text).toContain(reason)
    expect(text).toContain('scheduled for Thursday, 1 January 2099, 16:05 in Sri Lanka, cannot be published.')
    expect(text).toContain(`/admin/releases/${id}`)
  },
)

/** A text in quoted-printable, as mails have it. */
function decoded(text: string) {
  const bytes = text
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** What the view of the site with a release says above the page, as plain text. */
async function noticeOfSite(id: string): Promise<string> {
  let said = ''
  const render: RenderPage = (_request, context) => {
    said = renderToStaticMarkup(createElement(Fragment, null, context.preview?.notice))
    return Promise.resolve(new Response('<p>The page</p>'))
  }
  site.renderPage = render
  const address = ownRequest(`/admin/site-view/release-${id}`, { headers: { cookie: publisher } })
  await siteViewPage(routeArgs(address, { view: `release-${id}`, '*': '' }))
  return said.replace(/<[^>]+>/g, '')
}
