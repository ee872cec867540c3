import { formerAddresses, redirectFrom } from '#app/cms/define/collection-pages.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { sectionEditorAction, sectionEditorLoader } from '#app/cms/admin/editor/section/section-editor.server.ts'
import SectionEditorPage from '#app/cms/admin/editor/section/section-editor.tsx'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import SiteDetailsEditor, { handle } from './site-details-editor.tsx'
import { siteDetails as section } from './site-details.ts'

const old = { _id: 'old', from: '/aboutus', to: '/products' }
const params = { section: section.id }

const site = await createTestSite({
  // As from before the site had pages at these addresses.
  prepare: ({ contentDir }) => {
    const file = path.join(contentDir, section.file)
    const redirects = [old, { ...old, _id: 'page', from: '/products/xlpe-compound' }]
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8').replace(/^redirects:.*$/m, '')}\nredirects: ${JSON.stringify(redirects)}\n`,
    )
    return Promise.resolve()
  },
})

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

function post(change: object) {
  const { value } = site.content.read(section)
  return sectionEditorAction(sectionPost(section.id, fieldsOf({ ...value, ...change }), { cookie }))
}

test('a file with a redirect from an address of the site: readable, the redirect has no effect', () => {
  expect(site.content.brokenFile(section)).toBeUndefined()
  expect(redirectFrom(site, '/aboutus')).toBeUndefined()
  expect(formerAddresses(site)).toEqual(['/products/xlpe-compound'])
})

test('a save of other fields keeps such a redirect, and another one is refused at its field', async () => {
  await redirected(post({ tagline: 'A new tagline' }))
  expect(site.content.read(section).value).toMatchObject({ tagline: 'A new tagline', redirects: [old, {}] })
  const { redirects } = site.content.read(section).value
  const { status, reply } = await refusal(post({ redirects: [...redirects, { ...old, _id: 'new', from: '/gallery' }] }))
  expect(status).toBe(422)
  expect(reply.result.error).toEqual({
    'redirects[2].from': ['/gallery is an address of the site itself, so it cannot redirect. Enter another one'],
  })
})

test('a draft with another such redirect is refused at its field', async () => {
  const { value, version } = site.content.read(section)
  const content = { ...value, redirects: [{ ...old, _id: 'new', from: '/gallery' }] }
  await expect(site.drafts.save(section, { content, author: 'asha', version })).rejects.toMatchObject({
    issues: [{ path: 'redirects.0.from' }],
  })
})

test('the editor says which redirects have no effect', async () => {
  renderInRouter(<SectionEditorPage />, {
    children: [
      { index: true, handle, element: <SiteDetailsEditor /> },
      { path: '*', handle, element: <SiteDetailsEditor /> },
    ],
    loader: () => sectionEditorLoader(routeArgs(ownRequest(`/admin/${section.id}`, { headers: { cookie } }), params)),
  })
  await screen.findByRole('button', { name: 'Update' })
  expect(screen.getAllByText(/has no effect/)).toHaveLength(2)
})
