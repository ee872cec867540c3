import { data } from '@remix-run/node'
import { currentSite } from '#app/cms/site.server.ts'
import { documentRegister } from './register.server.ts'

/**
 * The document at a fixed address, for the address itself and for those below it. Without one, what they answer
 * `instead`: 404, or 410 with the reason if it was withdrawn.
 */
export function documentAt(slug = '') {
  const document = currentSite().service(documentRegister).find(slug)
  if (!document) return { instead: unknownDocument() }
  const { title, withdrawn } = document
  if (!withdrawn) return { document }
  return { instead: data({ state: 'withdrawn' as const, title, ...withdrawn }, { status: 410 }) }
}

/** The answer of an address that there is not. */
export function unknownDocument() {
  return data({ state: 'unknown' as const }, { status: 404 })
}
