import path from 'node:path'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import { remixConfig } from './remix.config.js'
import { sourceHash } from './scripts/bootstrap.mjs'
import { compactCode } from './scripts/compact-code.ts'
import { fixedModes } from './scripts/fixed-modes.ts'
import { UNBUNDLED } from './scripts/unbundled.ts'

export default siteBuild(remixConfig, { tokens: 'app/site/ui/design-tokens.css' })

/**
 * How a site is built. The options say where its app is, and where its build goes; `tokens` is the style sheet that
 * gives the screens of the content system the look of the site.
 */
export function siteBuild(options: Parameters<typeof remix>[0], { tokens }: { tokens: string }) {
  return defineConfig(({ isSsrBuild = false }) => ({
    plugins: [
      remix(options),
      compileHint(),
      noChunksInACircle(),
      fixedModes(options),
      ...(isSsrBuild ? [compactCode()] : []),
    ],
    resolve: { alias: { '#tokens.css': path.resolve(tokens) } },
    server: { port: Number(process.env['PORT'] ?? 3000) },
    ...(isSsrBuild && {
      ssr: { noExternal: true, external: UNBUNDLED },
      define: {
        'import.meta.env.PROGRAM_VERSION': JSON.stringify(
          sourceHash(...(options?.appDirectory === undefined ? [] : [options.appDirectory])),
        ),
      },
    }),
    // Otherwise the development server also looks for the dependencies of the server code in the route files.
    optimizeDeps: { exclude: ['@node-rs/argon2', 'sharp', '@fastify/busboy', 'nodemailer'] },
    build: {
      // The host serves public/ itself: a copy in build/client would be cached for a year under an unhashed name.
      copyPublicDir: false,
      target: 'es2022',
      sourcemap: false,
      // Takes some seconds longer than the default, and the scripts of a page are 4 % smaller.
      ...(!isSsrBuild && {
        minify: 'terser',
        terserOptions: {
          module: true,
          ecma: 2020,
          // The last are how React Router warns a developer: their texts are 1 % of what a page loads.
          compress: {
            passes: 3,
            keep_fargs: false,
            pure_funcs: ['warning', 'warning$1', 'warningOnce', 'warningOnce$1'],
          },
        },
      }),
      rollupOptions: {
        output: {
          // A module of a few hundred bytes costs more in headers than in code, so small ones join others that pages need
          // anyway.
          experimentalMinChunkSize: 1_000,
          ...(!isSsrBuild && { manualChunks: chunkOf, onlyExplicitManualChunks: true }),
        },
      },
    },
  }))
}

/**
 * Chunks of the browser's build that group modules by the pages that need them. The default is one chunk for each set
 * of routes that share a module. A module goes into the first chunk that matches; Rollup places all others. A module
 * with its own styles must match no chunk, because the order of style sheets would change.
 */
const CHUNKS: Record<string, RegExp> = {
  // Every page.
  shared:
    /commonjsHelpers|\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\/|\/app\/(?:cms\/(?:hydrate-site|site-document|ui\/(?:content-link|icon|network-error|own-page|prose|use-(?:hydrated|media-query|modal))|media\/(?:media-address|document-info|picture)|platform\/(?:http\/parse-url|format\/(?:bytes|day|time)|site-time|page-assets|request-context|site-profile)|define\/own-areas)|site\/(?:ui\/(?:page\/error-page|section-head|text)|addresses\/(?:product-address|search-query)|sections\/hero-slides\/slide-id|layout\/(?:json-ld|page-meta|seo)|profile))/,
  // Every page but the home page.
  page: /\/app\/site\/(?:sections\/shared\/page-intro|ui\/page\/breadcrumb)/,
  // Small modules that Rollup would put beside what other pages need.
  'document-links': /\/app\/site\/(?:collections\/documents\/file-type|sections\/shared\/nothing-published)/,
  'grade-table':
    /\/app\/site\/(?:addresses\/(?:grade-address|grade-forms)|sections\/product-page\/(?:compare-form|grade-cells))/,
  grades: /\/app\/site\/addresses\/(?:enquiry-address|grade-selection)/,
  // Screens of long lists, and those with something to copy.
  tables:
    /\/app\/cms\/(?:editing\/ui\/(?:choose-all|copy-button|empty|filter-form|handout|list-toolbar)|platform\/http\/list-query|admin\/inbox\/inbox-address)/,
  // Every screen of the administrator area.
  admin:
    /\/app\/cms\/(?:people\/roles|define\/(?:calendar-day|new-key)|platform\/(?:format\/|password-length|http\/(?:form-envelope|intents))|admin\/(?:shell\/(?:admin[-.]|question-page|sent-form)|history\/history-(?:intents|list)|backup\/schedule-status|login\/login-storage)|editing\/(?:ui\/|paste\/(?:left-out|use-paste)|fields\/plain-field|files\/stored-files|form\/(?:content-intents|form-notices|recovered-form-intents|save-reply|typed-form))|media\/library\/)|vite\/preload-helper/,
  // Forms with a list.
  lists:
    /\/app\/(?:cms\/editing\/lists\/(?!paste-panel|pasted-table)|site\/sections\/product-catalog\/product-choice-list)/,
  // Every form that edits content.
  forms:
    /\/@conform-to\/(?:dom|react)\/|\/app\/(?:cms\/(?:admin\/(?:approval\/approval-status|editor\/(?:draft\/(?:draft-banner|scheduled-releases)|section\/broken-file)|presence\/presence-list)|content\/compare|define\/unknown-page|editing\/(?!entries\/|fields\/plain-form|files\/(?:file-field|library-picker|upload-file|upload-queue)|lists\/|markdown\/|paste\/|preview\/(?:preview-panel|page-frame))))/,
}

/**
 * Chrome compiles the functions of a script with this comment while it arrives, beside the main thread, instead of one
 * by one when they are called (https://v8.dev/blog/explicit-compile-hints). Pages call most functions of `shared` when
 * they are hydrated.
 */
function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.name === 'shared') {
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      }
    },
  }
}

/**
 * Fails the build if chunks import one another in a circle: a browser then evaluates one of them before what it needs,
 * and no page becomes interactive. The groups of `CHUNKS` can cause it, where modules of two of them import each other.
 */
function noChunksInACircle(): Plugin {
  return {
    name: 'no-chunks-in-a-circle',
    generateBundle(_options, bundle) {
      const isDone = new Set<string>()
      const visit = (file: string, above: readonly string[]) => {
        if (above.includes(file))
          this.error(`Chunks import one another: ${[...above.slice(above.indexOf(file)), file].join(' → ')}`)
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || isDone.has(file)) return
        for (const imported of chunk.imports) visit(imported, [...above, file])
        isDone.add(file)
      }
      for (const file of Object.keys(bundle)) visit(file, [])
    },
  }
}

function chunkOf(id: string) {
  return Object.keys(CHUNKS).find((name) => CHUNKS[name]?.test(id))
}
