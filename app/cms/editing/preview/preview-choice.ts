const COOKIE = 'preview'
const CLOSED = 'closed'
const YEAR_S = 365 * 24 * 60 * 60

/**
 * Remembers in this browser whether staff keep the preview open beside the form. In a cookie of the administrator area,
 * so that the server renders the form in its final place.
 */
export function rememberPreview(isOpen: boolean): void {
  const seconds = isOpen ? 0 : YEAR_S
  document.cookie = `${COOKIE}=${CLOSED}; Path=/admin; Max-Age=${seconds}; SameSite=Strict`
}

/** True if staff have closed the preview in the browser that sends this Cookie header. */
export function isPreviewClosed(cookieHeader: string | null): boolean {
  return (cookieHeader ?? '').split(/; */).includes(`${COOKIE}=${CLOSED}`)
}
