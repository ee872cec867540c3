import type { z } from 'zod'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { editorAddress, requireRelease } from './draft-ref.server.ts'

/** Where a person edits: a section, or its draft in a release. */
export interface EditContext {
  section: SectionDefinition<z.ZodObject>
  release: string | undefined
  user: User
  request: Request
  /** Address that a published edit redirects to. */
  page: string
}

/** The context that the address of a screen names. Throws 404 if it names a release that does not exist. */
export function editContext(section: EditContext['section'], { request, user }: { request: Request; user: User }) {
  const query = new URL(request.url).searchParams
  const release = requireRelease(query.get('release'))
  return { section, release, user, request, page: editorAddress({ section, release: undefined }) }
}
