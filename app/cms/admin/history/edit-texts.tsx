import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { diffArrays } from 'diff'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { adminLoader } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { describeEdit, historyHref, requireSectionWithHistory } from '#app/cms/editing/server/section-history.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/** In lines, and the time in which they are compared. A longer text is not compared, but shown as it is. */
const MAX_LINES = 20_000
const MAX_COMPARE_MS = 500

/**
 * What one edit changed in the text of a section's file, also of a section that this version of the website does not
 * have. Throws 404 if the history does not have the edit.
 */
export const loader = adminLoader('editor', async ({ params }) => {
  const section = await requireSectionWithHistory(params['section'])
  const { content } = currentSite()
  const entry = (await content.history(section)).find(({ id }) => id === params['entry'])
  const texts = entry && (await content.pastTexts(section, entry.id))
  if (!texts) throw new Response('This version is no longer in the history.', { status: 404 })
  const [before = '', after = ''] = texts.length > 1 ? texts : ['', ...texts]
  return { section, edit: describeEdit(entry), href: historyHref(section.id), parts: compareLines(before, after) }
})

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data ? data.edit.reason : 'Not found')

/** The lines of the file, those that the edit removed and added marked. Nothing can be changed here. */
export default function EditTextsPage() {
  const { section, edit, href, parts } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`${section.label}: ${edit.reason}`}>
        <time dateTime={edit.time}>{edit.when}</time>, {edit.author}
        {edit.approver !== undefined && `, approved by ${edit.approver}`}.{' '}
        <Link to={href}>All changes of {section.label}</Link>
      </PageHead>
      <pre className="edittexts" role="group" aria-label="The file before and after the edit">
        {parts.map(({ kind, text }, at) => {
          const Part = kind === 'same' ? 'span' : kind === 'removed' ? 'del' : 'ins'
          return <Part key={at}>{text}</Part>
        })}
      </pre>
    </>
  )
}

interface TextPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** The lines of two texts, in their order. */
function compareLines(before: string, after: string): TextPart[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  const isShort = old.length <= MAX_LINES && next.length <= MAX_LINES
  const changes = isShort ? diffArrays(old, next, { timeout: MAX_COMPARE_MS }) : undefined
  const parts: TextPart[] = changes
    ? changes.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value.join(''),
      }))
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ]
  return parts.filter(({ text }) => text !== '')
}

/** Each with its line break. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/)
}
