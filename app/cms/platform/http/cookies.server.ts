import { redirect } from '@remix-run/node'
import { parse, serialize } from 'cookie'
import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'

interface CookieOptions {
  /** Sent over https only. */
  isSecure: boolean
  /** Seconds until the browser deletes it. */
  maxAge: number
}

/**
 * A cookie of this site that no script can read. SameSite=Lax: the browser sends it with a link from another site, but
 * not with a form or fetch of another site. Over https its name has the prefix `__Host-`, so that no other host can set
 * it (RFC 6265bis, 4.1.3.2).
 */
export function siteCookie(baseName: string, { isSecure, maxAge }: CookieOptions) {
  const name = isSecure ? `__Host-${baseName}` : baseName
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  return {
    name,
    /** Its value in a Cookie header; undefined if it is missing. */
    read: (cookieHeader: string | null) => parse(cookieHeader ?? '')[name],
    set: (value: string) => serialize(name, value, { ...options, maxAge }),
    /** The Set-Cookie header that removes it. */
    clear: () => serialize(name, '', { ...options, maxAge: 0 }),
  }
}

/**
 * A message for the next page, shown once, as text; `detail` is shown below it. `undo` names the history entry that
 * reverts the edit, and the page of the administrator area that takes the undo; `isRedo` if the edit is an undo itself.
 */
export type Flash = z.infer<typeof flashSchema>

/** A section, or an entry of a collection. */
const MAX_ADDRESS_LENGTH = 200

/** The most characters of each text: both texts together fit into a cookie in any script. */
export const MAX_TEXT_LENGTH = 300

const flashSchema = z.object({
  kind: z.enum(['success', 'failure']),
  message: z.string().min(1).max(MAX_TEXT_LENGTH),
  detail: z.string().min(1).max(MAX_TEXT_LENGTH).optional(),
  undo: z
    .object({
      address: z.string().startsWith('/admin/').max(MAX_ADDRESS_LENGTH),
      entry: z.string().min(1).max(128),
      isRedo: z.boolean().optional(),
    })
    .optional(),
})

/** The messages that a response leaves for the next page. */
export function flashCookies({ isSecure }: { isSecure: boolean }) {
  const cookie = siteCookie('flash', { isSecure, maxAge: 60 })

  /**
   * The response to a form post: 303 to `url`, where the message is shown once. It is sent in a cookie that lasts one
   * minute, so it works without JavaScript and needs no session. Longer texts are cut at 300 characters.
   */
  function flashRedirect(url: string, flash: Flash) {
    return redirect(url, { status: 303, headers: { 'set-cookie': flashCookie(flash) } })
  }

  /**
   * The Set-Cookie header by which the next page of the administrator area shows a message, as {@link flashRedirect}.
   */
  function flashCookie(flash: Flash): string {
    const { message, detail } = flash
    const bounded = { ...flash, message: cut(message), ...(detail !== undefined && { detail: cut(detail) }) }
    return cookie.set(Buffer.from(JSON.stringify(bounded)).toString('base64url'))
  }

  /** The message that the last response left, if any, and the headers that remove it: the loader must send them. */
  function readFlash(request: Request): { flash: Flash | undefined; headers: Headers } {
    const headers = new Headers()
    const value = cookie.read(request.headers.get('cookie'))
    if (value === undefined) return { flash: undefined, headers }
    headers.append('set-cookie', cookie.clear())
    return { flash: parseFlash(value), headers }
  }

  return {
    flashRedirect,
    flashCookie,
    readFlash,
  }
}

/** Undefined if the value is not a valid message: any client can send a cookie. */
function parseFlash(value: string) {
  return jsonText(flashSchema).safeParse(Buffer.from(value, 'base64url').toString('utf8')).data
}

function cut(text: string) {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text
}
