import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Rewrites a rendered page so that it is seen and read first and comes alive after: its style sheets go into the page, and
 * its scripts are fetched when it begins to be used. On a slow line that brings the first picture forward by more than a
 * second.
 *
 * React takes over the elements as they are and looks at no attribute of theirs, so each stays the element it was. Once a
 * visitor goes on to a page with other style sheets, those are fetched as files.
 *
 * `readStyle` gives the text of a style sheet by its address, undefined where there is none: it then stays a link. `nonce`
 * marks the page's inline scripts and styles as ours.
 */
export function loadInOrder(
  html: string,
  { readStyle, nonce }: { readStyle: (address: string) => string | undefined; nonce: string },
): string {
  const mark = `nonce="${nonce}"`
  const stylePlace = `<style id="page-styles" ${mark}>`
  const styles: string[] = []
  return html
    .replace(/<link rel="stylesheet" href="([^"]+)"\/>/g, (link, address: string) => {
      const style = readStyle(address)
      if (style === undefined) return link
      styles.push(style)
      return `<link rel="${INLINED}" href="${address}"/>`
    })
    .replace(stylePlace, () => stylePlace + styles.join('\n'))
    .replaceAll('<link rel="modulepreload"', '<link media="not all" rel="modulepreload"')
    .replace(`<script ${mark} type="module" async="">`, `<script ${mark} type="${LATER}">`)
    .replace('</body>', () => `<script ${mark}>${START_LATER}</script></body>`)
}

const INLINED = 'inlined'
const LATER = 'later'

/**
 * Fetches the scripts once: at the first sign that somebody uses the page, or when it has been there for a while. Until then
 * the line and the processor belong to what is read and seen; links and forms work all the same. Browsers
 * send a pointermove of no distance for a pointer that rests: it is ignored.
 */
const START_LATER = [
  '(()=>{let begun;',
  'const begin=(sign)=>{',
  "if(begun||sign?.type==='pointermove'&&!sign.movementX&&!sign.movementY)return;begun=true;",
  "for(const link of document.querySelectorAll('link[rel=modulepreload]'))link.removeAttribute('media');",
  "const script=document.createElement('script');script.type='module';",
  `script.textContent=document.querySelector('script[type=${LATER}]').textContent;`,
  'document.body.append(script)};',
  "for(const sign of ['pointermove','pointerdown','touchstart','keydown','focusin','scroll','wheel'])",
  'addEventListener(sign,begin,{passive:true,capture:true});',
  "addEventListener('load',()=>setTimeout(begin,2500));",
  'setTimeout(begin,6000);',
  // On paper there is no scrolling to a picture: browsers that wait for none print what has come by then.
  "addEventListener('beforeprint',()=>{for(const image of document.images)image.loading='eager'})})()",
].join('')

/** Reads style sheets of the browser's build, each once. */
export function styleReader(assetsFolder: string): (address: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return (address) => {
    if (!known.has(address)) known.set(address, readStyle(assetsFolder, address))
    return known.get(address)
  }
}

function readStyle(assetsFolder: string, address: string) {
  const name = /^\/assets\/([\w.-]+\.css)$/.exec(address)?.[1]
  if (name === undefined || !existsSync(path.join(assetsFolder, name))) return undefined
  const text = readFileSync(path.join(assetsFolder, name), 'utf8').trim()
  // It would end the element that it is put into.
  return text.includes('</') ? undefined : text
}
