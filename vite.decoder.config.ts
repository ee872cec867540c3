import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/**
 * Bundles the program of the decoder process, which package.json calls `#decoder`. The readers of PDFs, XML and ZIP
 * become part of it: they are not installed in production, nor are the fonts and the canvas that come with them.
 */
export default defineConfig({
  plugins: [pdfjsBeside()],
  ssr: { noExternal: ['saxes', 'xmlchars', 'yauzl', 'fd-slicer', 'pend', 'buffer-crc32'] },
  build: {
    ssr: 'app/cms/media/decoding/decoder-process.server.ts',
    target: 'node20',
    outDir: 'build/decoder',
    copyPublicDir: false,
    emitAssets: true,
    rollupOptions: { output: { entryFileNames: 'main.js' } },
  },
})

/**
 * Copies the reader of PDFs beside the program: bundling its 3 MB would take seconds. It would load a canvas of 30 MB
 * wherever one is installed; nothing is drawn here, so that line is removed.
 */
function pdfjsBeside(): Plugin {
  const PACKAGE = 'pdfjs-dist/legacy/build/'
  const CANVAS = 'canvas = require("@napi-rs/canvas");'
  const { resolve } = createRequire(import.meta.url)
  return {
    name: 'pdfjs-beside',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PACKAGE) ? { id: `./${path.basename(id)}`, external: true } : undefined),
    generateBundle() {
      for (const fileName of ['pdf.mjs', 'pdf.worker.mjs']) {
        const source = readFileSync(resolve(`${PACKAGE}${fileName}`), 'utf8')
        if (fileName === 'pdf.mjs' && !source.includes(CANVAS)) this.error(`${fileName} does not contain ${CANVAS}`)
        this.emitFile({ type: 'asset', fileName, source: source.replace(CANVAS, '') })
      }
    },
  }
}
