import { findSvgRoot } from './svg-root.ts'

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'

/** How many bytes of a file {@link sniffImage} wants to see. */
export const SNIFF_BYTES = 4096

/**
 * Tells what a file is from its first bytes; its name and declared type are hearsay. `svg` is told apart only to give the
 * reason why it is refused. A matching signature is no proof: only decoding shows whether the rest is an image too.
 */
export function sniffImage(head: Uint8Array): ImageFormat | 'svg' | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (text.startsWith('\xFF\xD8\xFF')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1A\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.slice(4, 8) === 'ftyp' && isAvifBrand(text)) return 'avif'
  if (findSvgRoot(text.replace(/^\xEF\xBB\xBF/, '')) !== undefined) return 'svg'
  return undefined
}

/** The brands stand in the first box, whose length its first four bytes give (ISO/IEC 14496-12, 4.3). */
function isAvifBrand(text: string) {
  const boxLength = Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE()
  return /avif|avis/.test(text.slice(8, Math.min(boxLength, SNIFF_BYTES)))
}
