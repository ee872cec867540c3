import type { DocumentKind } from '#app/cms/define/upload-kind.ts'

/** The kinds of further files of a document, beside PDF. */
export const FURTHER_KINDS = ['mp3', 'm4a', 'mp4', 'xlsx', 'csv', 'xml'] as const satisfies readonly DocumentKind[]

/** What visitors read of a file, by the ending of its address: `PDF`, `XBRL`. `Page` for an address without one. */
export function fileType(address: string): string {
  const ending = /\.([a-z0-9]{2,5})$/i.exec(address.split(/[?#]/)[0] ?? '')?.[1]?.toUpperCase()
  if (ending === undefined) return 'Page'
  return ending === 'XML' ? 'XBRL' : ending
}

/** True for a recording or a film: its link plays it in the browser. The links to all other files of ours save them. */
export function isPlayed(address: string): boolean {
  return /\.(?:mp3|m4a|mp4)$/i.test(address)
}
