export interface CookieOptions {
  /** Seconds until the browser drops it; 0 clears it. */
  maxAge: number
  /** Sent over https only. */
  secure: boolean
}

/** Value of a cookie of ours in a Cookie header, as it was sent, or undefined. Our values need no decoding: base64url only. */
export function readCookie(cookieHeader: string | null, name: string): string | undefined {
  const pairs = cookieHeader?.split(';') ?? []
  for (const pair of pairs) {
    const [key, ...value] = pair.split('=')
    if (key?.trim() === name) return value.join('=').trim()
  }
  return undefined
}

/**
 * Set-Cookie header for a cookie no script can read. SameSite=Lax: a link from another site still arrives signed in, a form
 * or fetch of another site does not.
 */
export function serializeCookie(name: string, value: string, { maxAge, secure }: CookieOptions): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
