// Makes the pictures that social networks show for pages without one of their own: public/images/share/<page>.jpg.
// Also makes title-overlay.webp, which the server lays over the pictures of entries, below their titles.
// CHROMIUM_PATH=… node scripts/share-pictures.mjs makes those of share-pages.json that are missing; with names behind it,
// these; with --all, all of them and the overlay, after a change of the design.
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import sharp from 'sharp'

const pages = JSON.parse(await readFile('app/site/layout/share-pages.json', 'utf8'))
/** @param {string} file @param {string} type */
const dataUrl = async (file, type) => `data:${type};base64,${(await readFile(file)).toString('base64')}`
const font = await dataUrl('app/site/ui/fonts/archivo-latin.woff2', 'font/woff2')
const logo = await dataUrl('public/images/logo-light.svg', 'image/svg+xml')

const named = process.argv.slice(2)
const isAll = named.includes('--all')
/** @param {string} name */
const fileOf = (name) => `public/images/share/${name}.jpg`
/** @param {string} name */
const isWanted = (name) => isAll || (named.length > 0 ? named.includes(name) : !existsSync(fileOf(name)))

await mkdir('public/images/share', { recursive: true })
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '', args: ['--no-sandbox'] })
try {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  for (const [name, { title, picture }] of Object.entries(pages)) {
    if (!isWanted(name)) continue
    const photo = await sharp(`uploads/${picture}`).resize(1200, 630, { fit: 'cover' }).jpeg().toBuffer()
    await tab.setContent(page(title, `data:image/jpeg;base64,${photo.toString('base64')}`))
    await tab.evaluate(() => document.fonts.ready)
    const file = fileOf(name)
    await sharp(await tab.screenshot())
      .jpeg({ quality: 82, mozjpeg: true })
      .toFile(file)
    console.log(file)
  }
  if (isAll) {
    await tab.setContent(overlay())
    await sharp(await tab.screenshot({ omitBackground: true }))
      .webp({ quality: 90, alphaQuality: 95 })
      .toFile('public/images/share/title-overlay.webp')
  }
} finally {
  await browser.close()
}

/** Without a title, whose place is in `encode-title-picture.server.ts`. */
function overlay() {
  return `<!doctype html>
<style>
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden;
    background: linear-gradient(to right, #06131fcc 20%, #06131f66 55%, #06131f00 85%), linear-gradient(to top, #06131ff0, #06131fb8 48%, #06131f00 85%); }
  img, i { position: absolute; left: 72px; }
  img { top: 64px; width: 250px; }
  i { top: 284px; width: 84px; height: 6px; background: #e08a4b; }
</style>
<img src="${logo}" alt="">
<i></i>`
}

/** @param {string} title @param {string} photo */
function page(title, photo) {
  return `<!doctype html>
<style>
  @font-face { font-family: Archivo; src: url(${font}); font-weight: 400 650; font-stretch: 100% 112%; }
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #06131f url(${photo}) center / cover; }
  body::before { content: ''; position: absolute; inset: 0;
    background: linear-gradient(to right, #06131fcc 20%, #06131f66 55%, #06131f00 85%), linear-gradient(to top, #06131ff0, #06131fb8 48%, #06131f00 85%); }
  img, p { position: absolute; left: 72px; }
  img { top: 64px; width: 250px; }
  p { bottom: 66px; width: 900px; margin: 0; color: #fff; font: 540 92px/1.02 Archivo; font-stretch: 112%;
    letter-spacing: -0.035em; text-wrap: balance; }
  p::before { content: ''; display: block; width: 84px; height: 6px; margin-bottom: 32px; background: #e08a4b; }
</style>
<img src="${logo}" alt="">
<p>${title.replaceAll('&', '&amp;')}</p>`
}
