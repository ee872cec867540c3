import { readFileSync } from 'node:fs'

/** The modules in the route table. Remix removes loader and action from them before they reach a browser. */
const routeModules = [...readFileSync('app/routes.ts', 'utf8').matchAll(/'([\w/-]+)\.tsx'/g)].map(
  ([, name]) => `^app/${name}\\.tsx$`,
)

/**
 * Imports have one direction: site, admin, api → housekeeping, releases, verify → sections → editing → approval,
 * presence, shared-caches, drafts, content, media, inbox, auth, backup, audit → http, schema, storage, platform.
 * `ui` imports none of them, and the host reaches the app only through its build.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that need each other are one module, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nobody imports it and it imports nothing: it is left over.',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', ...routeModules, '^(app|server|test)/.*\\.test\\.tsx?$'] },
      to: {},
    },
    {
      name: 'no-schemas-in-visitors-browsers',
      comment: 'A definition brings zod along, 25 kB that no public page needs. Its types cost nothing.',
      severity: 'error',
      from: {
        path: '^app/(site|sections|ui)/.+\\.tsx$',
        pathNot: [...routeModules, '-(editor|form|edit-row|edit-list)\\.tsx$', '/editor/', '\\.test\\.tsx$'],
      },
      to: {
        path: ['^app/(content|schema)/', '^app/site/sections/([^/]+)/\\1\\.ts$', 'node_modules/zod/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-import-no-route',
      comment: 'What two routes share has a module of its own. Types of a loader cost nothing.',
      severity: 'error',
      from: { path: routeModules },
      to: { path: routeModules, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'faces-stay-apart',
      comment: 'What visitors, staff and programs share lives below them.',
      severity: 'error',
      from: { path: '^app/(site|admin|api)/' },
      to: { path: '^app/(site|admin|api)/', pathNot: '^app/$1/' },
    },
    {
      name: 'faces-are-used-by-nobody',
      severity: 'error',
      from: { path: '^app/[^/]+/', pathNot: '^app/(site|admin|api)/' },
      to: { path: '^app/(site|admin|api)/' },
    },
    {
      name: 'editing-knows-no-section',
      severity: 'error',
      from: { path: '^app/cms/editing/' },
      to: { path: '^app/site/sections/' },
    },
    {
      name: 'sections-are-used-from-above',
      severity: 'error',
      from: { path: '^app/(sections|editing)/' },
      to: { path: '^app/(releases|verify)/' },
    },
    {
      name: 'services-know-no-section',
      comment:
        'How content, drafts, files, messages and accounts are kept must not depend on what the site is made of.',
      severity: 'error',
      from: { path: '^app/(approval|audit|content|drafts|media|inbox|auth|backup|presence|shared-caches)/' },
      to: { path: '^app/(housekeeping|releases|sections|editing|ui|verify)/' },
    },
    {
      name: 'ground-floor',
      comment: 'Everything stands on these.',
      severity: 'error',
      from: { path: '^app/(http|schema|storage|platform)/' },
      to: { path: '^app/', pathNot: '^app/(http|schema|storage|platform)/' },
    },
    {
      name: 'files-are-decoded-in-a-process-of-their-own',
      comment: 'A decoder that crashes must not end the server, and its memory has to come back.',
      severity: 'error',
      from: { path: '^app/', pathNot: ['^app/cms/media/decoding/', '\\.test\\.tsx?$'] },
      to: {
        path: ['node_modules/(?:sharp|pdfjs-dist|saxes)/', '^app/cms/media/decoding/'],
        pathNot: '^app/cms/media/decoding/(decoder\\.server|decoder-jobs)\\.ts$',
      },
    },
    {
      name: 'decoder-process-is-forked',
      comment: 'The server process reaches the code of the decoder by messages only.',
      severity: 'error',
      from: { path: '^app/cms/media/decoding/decoder(\\.server|-jobs)\\.ts$' },
      to: { path: ['node_modules/(?:sharp|pdfjs-dist|saxes)/', '^app/cms/media/decoding/(?!decoder-jobs)'] },
    },
    {
      name: 'ui-stands-alone',
      comment: 'The design system shows what it is given.',
      severity: 'error',
      from: { path: '^app/site/ui/' },
      to: { path: '^app/', pathNot: '^app/site/ui/' },
    },
    {
      name: 'host-outside-the-app',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(app|scripts)/' },
    },
    {
      name: 'app-outside-the-host',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^(server|scripts)/' },
    },
    {
      name: 'server-code-stays-on-the-server',
      comment: 'A module that also runs in the browser must not pull files, secrets or accounts into its bundle.',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: ['\\.server\\.tsx?$', '\\.test\\.tsx?$', ...routeModules, '^app/entry\\.server\\.tsx$'],
      },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tests-are-used-by-nobody',
      severity: 'error',
      from: { pathNot: '^test/|\\.test\\.tsx?$' },
      to: { path: '^test/|\\.test\\.tsx?$' },
    },
    {
      name: 'only-declared-packages',
      comment: 'A package that is there by chance is gone after the next install.',
      severity: 'error',
      from: { pathNot: '\\.d\\.ts$' },
      to: { couldNotResolve: false, dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      // Vite provides both.
      to: { couldNotResolve: true, pathNot: ['\\?url$', '^virtual:remix/'] },
    },
    {
      name: 'production-needs-no-development-packages',
      comment: 'The readers of PDFs and XML are bundled into the decoder.',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: ['\\.test\\.tsx?$', '^app/routes\\.ts$'] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(?:pdfjs-dist|saxes)/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^build/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
}
