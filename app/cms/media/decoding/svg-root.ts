/** Reads the root element and the size of an SVG file from its text. Nothing is rendered and no entity is resolved. */

/** Allowed before the root element: white space, declarations, comments, a document type. */
const PROLOG = /(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*)?>)*/iy

/** Index at which the root element `<svg` begins; undefined if the text is not an SVG file. */
export function findSvgRoot(text: string): number | undefined {
  PROLOG.lastIndex = 0
  const start = PROLOG.exec(text)?.[0].length ?? 0
  return /^<svg[\s>/]/.test(text.slice(start, start + 5)) ? start : undefined
}

/**
 * The intended size of an SVG file in pixels: `width` and `height` if both are plain numbers or px, otherwise from the
 * `viewBox`. Undefined if the text is no SVG file or has neither attribute.
 */
export function svgSize(text: string): { width: number; height: number } | undefined {
  const start = findSvgRoot(text)
  if (start === undefined) return undefined
  const attributes = /^<svg((?:[^>"']|"[^"]*"|'[^']*')*)>/.exec(text.slice(start))?.[1]
  if (attributes === undefined) return undefined
  const width = pixels(attribute(attributes, 'width'))
  const height = pixels(attribute(attributes, 'height'))
  if (width && height) return { width: Math.round(width), height: Math.round(height) }
  const box = viewBox(attribute(attributes, 'viewBox'))
  if (!box) return undefined
  if (width) return { width: Math.round(width), height: Math.round((width * box.height) / box.width) }
  if (height) return { width: Math.round((height * box.width) / box.height), height: Math.round(height) }
  return { width: Math.round(box.width), height: Math.round(box.height) }
}

function attribute(attributes: string, name: string) {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return match?.[1] ?? match?.[2] ?? ''
}

function pixels(value: string) {
  const match = /^\s*(\d{1,6}(?:\.\d{1,6})?)(?:px)?\s*$/.exec(value)
  const number = Number(match?.[1])
  return number >= 1 ? number : undefined
}

function viewBox(value: string) {
  const [, , width = 0, height = 0] = value
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width >= 1 && height >= 1 && Number.isFinite(width * height) ? { width, height } : undefined
}
