import type { ActionFunctionArgs } from '@remix-run/node'
import { ownRequest, routeArgs } from './administrator.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The action's arguments for a form that the page of a section posts. The version is the current one by default. */
export function sectionPost(
  section: string,
  fields: Record<string, string | File | File[]>,
  headers: Record<string, string>,
): ActionFunctionArgs {
  const { content, definition } = currentSite()
  const found = definition.findSection(section)
  const version = (found && content.find(found)?.version) ?? ''
  const body = new FormData()
  for (const [name, value] of Object.entries({ version, ...fields })) {
    for (const one of [value].flat()) body.append(name, one)
  }
  const request = ownRequest(found ? adminAddress(found) : `/admin/${section}`, { method: 'POST', body, headers })
  return routeArgs(request, { section })
}

/** The fields of a form with this content, by the names conform gives them. An unchecked box sends nothing. */
export function fieldsOf(content: unknown, name = ''): Record<string, string> {
  if (content === false) return {}
  if (content === true) return { [name]: 'on' }
  if (typeof content !== 'object' || content === null) return { [name]: String(content) }
  const parts = Object.entries(content).map(([key, value]: [string, unknown]) =>
    fieldsOf(value, Array.isArray(content) ? `${name}[${key}]` : name ? `${name}.${key}` : key),
  )
  return Object.assign({}, ...parts) as Record<string, string>
}
