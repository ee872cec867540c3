import { beforeAll, describe, expect, test } from 'vitest'
import { team } from '#test/example-site/team/team.ts'
import { signIn } from '#test/administrator.ts'
import { refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { sectionEditorAction } from './section-editor.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { content: siteContent } = site

let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

describe('a preview', () => {
  test('without a session: to the sign-in', async () => {
    const response = sectionEditorAction(sectionPost(team.id, { intent: 'preview', body: '*x*' }, {}))
    await expect(response).rejects.toMatchObject({ status: 302 })
  })

  test('of a form with faults: the text as HTML, what was typed stays, nothing is saved or found fault with', async () => {
    const before = siteContent.read(team)
    const typed = { applyLead: '', lead: 'Typed', body: '# Head\n\n<b>x</b> **bold** [y](javascript:alert(1))' }
    const { status, reply } = await refusal(post(team.id, { ...fieldsOf(before.value), ...typed, intent: 'preview' }))
    expect(status).toBeUndefined()
    expect(reply.preview).toBe(
      '<h2>Head</h2>\n<p>&lt;b&gt;x&lt;/b&gt; <strong>bold</strong> [y](javascript:alert(1))</p>\n',
    )
    expect(reply.result).toMatchObject({
      initialValue: { lead: 'Typed', body: typed.body.replaceAll('\n', '\r\n') },
      error: {},
    })
    expect(reply.version).toBe(before.version)
    expect(siteContent.read(team)).toBe(before)
  })

  test('of a text with a wrong link: the text as HTML, and what to type instead', async () => {
    const { value } = siteContent.read(team)
    const fields = { ...fieldsOf(value), body: '[partner](www.example.com)', applyLead: '', intent: 'preview' }
    const { reply } = await refusal(post(team.id, fields))
    expect(reply.preview).toContain('partner')
    expect(Object.keys(reply.result.error ?? {})).toEqual(['body'])
    expect(reply.result.error?.['body']?.[0]).toContain('Type https://www.example.com')
  })
})

function post(section: string, fields: Parameters<typeof sectionPost>[1]) {
  return sectionEditorAction(sectionPost(section, fields, { cookie }))
}
