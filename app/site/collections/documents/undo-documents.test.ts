import { beforeAll, expect, test } from 'vitest'
import { action as changeApi } from '#app/cms/api/releases/release-change.tsx'
import { restoreOrUndo } from '#app/cms/editing/server/undo-edit.server.ts'
import { releaseIntents } from '#app/cms/admin/releases/release-intents.ts'
import { releaseAction, releaseLoader } from '#app/cms/admin/releases/release-page.server.ts'
import { releaseQuestionLoader } from '#app/cms/admin/releases/release-question.server.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { pdfOf } from '#test/pdf-bytes.ts'
import { inPieces } from '#test/temporary-images.ts'
import { documents } from './documents.ts'

/** Publications with a new document, which has to be kept, are undone: it is withdrawn, and everything else is taken back. */

const site = await createTestSite()
const { content, drafts, releases } = site

let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

async function draftsOf(name: string) {
  const fileUrl = await site.media.staged.store(
    inPieces(pdfOf(2_000)),
    `${name}.pdf`,
    {
      accepts: 'pdf',
      folder: 'documents',
    },
    'asha',
  )
  const document = documents.entry(`${name}-results`)
  const article = newsArticles.entry(`${name}-news`)
  const shown = { address: '', visibility: 'listed' as const }
  return {
    document,
    article,
    contents: [
      [
        document,
        documents.schema.parse({
          ...{ title: `${name} results`, date: '2026-11-12', kind: 'financial-results' },
          ...{ financialYear: '2026-27', period: 'q2', fileUrl, ...shown },
        }),
      ],
      [
        article,
        newsArticles.schema.parse({
          ...{
            title: `${name} news`,
            date: '2026-11-12',
            lead: 'Lead',
            image: '',
            imageAlt: '',
            body: 'Text',
            ...shown,
          },
          documents: [],
        }),
      ],
    ] as const,
  }
}

async function openRelease(name: string) {
  const { contents, ...sections } = await draftsOf(name)
  const { id } = await releases.create({ name }, 'asha')
  for (const [section, value] of contents)
    await drafts.save(section, { release: id, content: value, author: 'asha', version: '' })
  return { id, ...sections }
}

async function publishedRelease(name: string) {
  const made = await openRelease(name)
  await releases.publish(made.id, 'asha')
  return made
}

const post = (page: string, fields: Record<string, string> = {}) =>
  ownRequest(page, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie } })

const get = (page: string) => ownRequest(page, { headers: { cookie } })

const undoByForm = (id: string, reason: string) =>
  releaseAction(routeArgs(post(`/admin/releases/${id}`, { intent: releaseIntents.undo, reason }), { releaseId: id }))

test('the page of a release says before its publication that a new document stays', async () => {
  const { id } = await openRelease('before')
  const { keeping } = await releaseLoader(routeArgs(get(`/admin/releases/${id}`), { releaseId: id }))
  expect(keeping).toEqual([
    expect.stringMatching(
      /^“before results” (cannot be deleted for \d+ years|can never be deleted) after this\. It can be withdrawn/,
    ),
  ])
})

test('the undo of a release with a new document: asks for a reason, withdraws the document, and takes the rest back', async () => {
  const { id, document, article } = await publishedRelease('by-form')
  const page = `/admin/releases/${id}/ask/undo`
  expect(await releaseQuestionLoader(routeArgs(get(page), { releaseId: id, question: 'undo' }))).toMatchObject({
    kept: ['by-form results'],
    asksReason: true,
  })

  expect(await redirected(undoByForm(id, ''))).toMatchObject({
    url: `/admin/releases/${id}/ask/undo?reason=`,
    flash: { message: expect.stringContaining('Nothing was undone. Enter why “by-form results” is withdrawn') },
  })
  expect(releases.find(id)?.state).toBe('published')
  expect(content.find(article)).toBeDefined()

  const long = 'x'.repeat(501)
  expect(await redirected(undoByForm(id, long))).toMatchObject({
    url: `/admin/releases/${id}/ask/undo?reason=${long}`,
  })
  expect(releases.find(id)?.state).toBe('published')

  await undoByForm(id, 'Published a day too early')
  expect(releases.find(id)?.state).toBe('open')
  expect(content.find(article)).toBeUndefined()
  expect(content.find(document)?.value).toMatchObject({ withdrawnBecause: 'Published a day too early' })
  expect(drafts.find(document, id)?.content).toMatchObject({ withdrawnBecause: '' })
  expect(drafts.find(article, id)).toBeDefined()

  // The release can be published anew.
  await releases.publish(id, 'asha')
  expect(content.find(document)?.value).toMatchObject({ withdrawnBecause: '', withdrawnOn: '' })
  expect(content.find(article)).toBeDefined()
})

test('a document that was withdrawn by hand: the undo takes back the rest, and its reason stays', async () => {
  const { id, document, article } = await publishedRelease('by-hand')
  await content.update(document, {
    ...{ author: 'asha', reason: 'Withdrawn' },
    change: (now) => ({ ...now, withdrawnBecause: 'By hand' }),
  })
  await releases.undo(id, 'asha')
  expect(content.find(document)?.value).toMatchObject({ withdrawnBecause: 'By hand' })
  expect(content.find(article)).toBeUndefined()
})

test('a program that undoes it: 422 without a reason, and done with one', async () => {
  const { id, document } = await publishedRelease('by-program')
  const undo = (query: string) =>
    changeApi(routeArgs(post(`/api/releases/${id}/undo${query}`), { releaseId: id, change: 'undo' }))
  const refused = await undo('')
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Nothing was undone')])
  expect((await undo('?reason=Too%20early')).status).toBe(200)
  expect(content.find(document)?.value).toMatchObject({ withdrawnBecause: 'Too early' })
})

test('the undo of one edit that has made a document: refused with what can be done instead', async () => {
  const { document } = await publishedRelease('one-edit')
  const [entry] = await content.history(document, 1)
  const user = {
    id: 'admin',
    username: 'admin',
    name: 'Admin',
    role: 'administrator' as const,
    sessionId: undefined,
    isRecentlyAuthenticated: true,
  }
  const response = restoreOrUndo(document, { entry: entry?.id, version: '' }, user, '/admin/documents')
  expect(await redirected(response)).toMatchObject({
    flash: {
      message: expect.stringMatching(/^Nothing was changed\. “one-edit results” was public .* Withdraw it instead/),
    },
  })
  expect(content.find(document)).toBeDefined()
  await expect(
    drafts.saveRemoval(document, { author: 'asha', version: content.read(document).version }),
  ).rejects.toThrow('Withdraw it instead')
})
