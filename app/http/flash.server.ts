import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { readCookie, serializeCookie } from './cookies.ts'
import { jsonText } from '#app/storage/json-text.ts'

/**
 * A message for the next page, shown once, as text; `detail` stands below it. `undo` names the history entry that takes the
 * edit back.
 */
export type Flash = z.infer<typeof flashSchema>

/** Characters of a text: both together still fit a cookie, whatever the script they are written in. */
const TEXT_LIMIT = 300

const flashSchema = z.object({
  kind: z.enum(['success', 'failure']),
  message: z.string().min(1).max(TEXT_LIMIT),
  detail: z.string().min(1).max(TEXT_LIMIT).optional(),
  undo: z.object({ section: z.string().min(1).max(64), entry: z.string().min(1).max(128) }).optional(),
})

/** The messages that a response leaves for the next page. Over https their cookie is bound to this host. */
export function flashCookies({ isSecure }: { isSecure: boolean }) {
  const cookieName = isSecure ? '__Host-flash' : 'flash'

  /**
   * Response to a form post: 303 to `url`, where the message is shown once. It travels in a cookie of one minute, so it works
   * without JavaScript and needs no session. Longer texts are cut at 300 characters.
   */
  function flashRedirect(url: string, flash: Flash) {
    return redirect(url, { status: 303, headers: { 'set-cookie': flashCookie(flash) } })
  }

  /** The Set-Cookie header by which the next page of the administrator area shows a message, as {@link flashRedirect}. */
  function flashCookie(flash: Flash): string {
    const { message, detail } = flash
    const bounded = { ...flash, message: cut(message), ...(detail !== undefined && { detail: cut(detail) }) }
    const value = Buffer.from(JSON.stringify(bounded)).toString('base64url')
    return serializeCookie(cookieName, value, { maxAge: 60, secure: isSecure })
  }

  /** The message the last response left, if any, and the headers that clear it: the loader must send them. */
  function readFlash(request: Request): { flash: Flash | undefined; headers: Headers } {
    const headers = new Headers()
    const value = readCookie(request.headers.get('cookie'), cookieName)
    if (value === undefined) return { flash: undefined, headers }
    headers.append('set-cookie', serializeCookie(cookieName, '', { maxAge: 0, secure: isSecure }))
    return { flash: parseFlash(value), headers }
  }

  return {
    flashRedirect,
    flashCookie,
    readFlash,
  }
}

/** The cookie comes from outside: whatever is not a flash of ours is none. */
function parseFlash(value: string) {
  return jsonText(flashSchema).safeParse(Buffer.from(value, 'base64url').toString('utf8')).data
}

function cut(text: string) {
  return text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT - 1)}…` : text
}
