import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { encodeAddress } from '#app/cms/define/link-target.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { IndexedGrade } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { findGrade } from '#app/site/sections/grade-sheet/find-grade.server.ts'

const STATUS = { gone: 410, unreadable: 503, unknown: 404 }

interface FileBesideGrade {
  params: LoaderFunctionArgs['params']
  /** Address of the file beside the page with this address. */
  pathOf: (page: string) => string
  /** What is not there: `data sheet`. */
  name: string
}

/** The grade beside whose page a file was asked for; without one, the response. */
export function gradeOfFile(site: SiteReader, { params, pathOf, name }: FileBesideGrade): IndexedGrade | Response {
  const found = findGrade(site, params['slug'] ?? '', params['grade'] ?? '')
  if (found.state === 'shown') return found.grade
  if (found.state === 'moved') return redirect(encodeAddress(pathOf(found.to)), found.isForEver ? 308 : 302)
  return notePage(STATUS[found.state], { title: name, text: `There is no ${name} at this address.`, to: '/products' })
}

/** A short page: what is wrong, and where to go on. */
export function notePage(status: number, { title, text, to }: { title: string; text: string; to: string }): Response {
  const heading = title.charAt(0).toUpperCase() + title.slice(1)
  const html = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${heading}</title><h1>${heading}</h1><p>${text}</p><p><a href="${to}">Go on</a></p></html>`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(status === 503 && { 'Retry-After': '60' }),
    },
  })
}
