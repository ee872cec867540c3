const CLOSED_COOKIE = 'preview'
const CLOSED = 'closed'
const SHARE_COOKIE = 'preview-share'
const YEAR_S = 365 * 24 * 60 * 60

/** Percent of the width of the window that the preview beside a form has. The styles name the default, too. */
export const PREVIEW_SHARE = { min: 24, max: 60, default: 38 }

/**
 * Remembers in this browser whether staff keep the preview open beside the form. In a cookie of the administrator area,
 * so that the server renders the form in its final place.
 */
export function rememberPreview(isOpen: boolean): void {
  remember(CLOSED_COOKIE, CLOSED, isOpen ? 0 : YEAR_S)
}

/** True if staff have closed the preview in the browser that sends this Cookie header. */
export function isPreviewClosed(cookieHeader: string | null): boolean {
  return cookieOf(cookieHeader, CLOSED_COOKIE) === CLOSED
}

/** Remembers the share of the preview in this browser, as `rememberPreview` does. */
export function rememberShare(share: number): void {
  remember(SHARE_COOKIE, String(share), share === PREVIEW_SHARE.default ? 0 : YEAR_S)
}

/** The share that the browser with this Cookie header remembers; the default if it remembers none. */
export function rememberedShare(cookieHeader: string | null): number {
  const share = Number(cookieOf(cookieHeader, SHARE_COOKIE) || NaN)
  return Number.isNaN(share) ? PREVIEW_SHARE.default : clampShare(share)
}

/** The nearest share in whole percent that leaves room for both the form and the preview. */
export function clampShare(share: number): number {
  return Math.min(PREVIEW_SHARE.max, Math.max(PREVIEW_SHARE.min, Math.round(share)))
}

function remember(name: string, value: string, seconds: number) {
  document.cookie = `${name}=${value}; Path=/admin; Max-Age=${seconds}; SameSite=Strict`
}

function cookieOf(header: string | null, name: string) {
  const start = `${name}=`
  return (header ?? '')
    .split(/; */)
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length)
}
