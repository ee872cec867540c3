import type { DocumentKind } from '#app/cms/define/upload-kind.ts'

/** Recordings and films. */
export const PLAYED_KINDS = ['mp3', 'm4a', 'mp4'] as const satisfies readonly DocumentKind[]

/** What visitors read of a file, by the ending of its address: `PDF`, `XBRL`. `Page` for an address without one. */
export function fileType(address: string): string {
  const ending = /\.([a-z0-9]{2,5})$/i.exec(address.split(/[?#]/)[0] ?? '')?.[1]?.toUpperCase()
  if (ending === undefined) return 'Page'
  return ending === 'XML' ? 'XBRL' : ending
}

/** True for a recording or a film, which a browser plays. */
export function isPlayed(address: string): boolean {
  return PLAYED_KINDS.some((kind) => address.toLowerCase().endsWith(`.${kind}`))
}

/** What the link to a file does: recordings of ours are played, our other files saved. Others open in a new tab. */
export function fileLinkAttributes(address: string): { target?: string; rel?: string; download?: boolean } {
  if (!address.startsWith('/')) return { target: '_blank', rel: 'noopener' }
  return isPlayed(address) ? {} : { download: true }
}
