import { routeModules as routeFiles } from './scripts/route-modules.mjs'

/** The modules in the route table. Remix removes loader and action from them before they reach a browser. */
const routeModules = routeFiles.map((file) => `^${file.replaceAll('.', '\\.')}$`)

/**
 * The content system knows no company: `cms` never imports `site`. Inside `cms`, imports run down this list:
 *
 * - the composition root (the modules of `cms` itself) and the folders `admin` and `api`, which know nothing of each other
 * - `editing`, which acts on the open site as well, and `operations`
 * - `publishing`
 * - `content`
 * - `media`, `people`, `inbox`, `search`
 * - `define`, `storage`
 * - `platform`, `ui`
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
      comment: 'No module imports it and it imports nothing: it is left over.',
      severity: 'error',
      from: {
        orphan: true,
        // The linter reads its rules by itself.
        pathNot: ['\\.d\\.ts$', ...routeModules, '^(app|server|test)/.*\\.test\\.tsx?$', '^scripts/lint-rules\\.mjs$'],
      },
      to: {},
    },
    {
      name: 'no-schemas-in-visitors-browsers',
      comment: 'A definition brings zod along, 25 kB that no public page needs. Its types cost nothing.',
      severity: 'error',
      from: {
        path: '^app/(site|cms/ui)/.+\\.tsx$',
        pathNot: [...routeModules, '-(editor|form|edit-row|edit-list)\\.tsx$', '/editor/', '\\.test\\.tsx$'],
      },
      to: {
        path: [
          '^app/cms/(content|publishing|define)/(?!link-target)',
          '^app/site/sections/([^/]+)/\\1\\.ts$',
          '^app/site/sections/(offer/(disclaimer|offer-terms)|product-page/product-list)\\.ts$',
          'node_modules/zod/',
        ],
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
      name: 'pages-are-on-top',
      comment:
        'A page shows sections, and so does a screen of staff. What it shares with a section is in the folder of the section.',
      severity: 'error',
      from: { path: '^app/site/(sections|collections|layout|feeds|ui|addresses)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/site/(pages|admin)/' },
    },
    {
      name: 'cms-never-imports-site',
      comment: 'The content system serves any company. The two meet in app/site.config.ts.',
      severity: 'error',
      from: { path: '^app/cms/' },
      to: { path: '^app/(?!cms/)' },
    },
    {
      name: 'cms-is-tested-on-the-example',
      comment:
        'Nothing that the tests of the content system use brings the company in. The rule is for them alone, as only tests import outside of app/, and as it looks for each path.',
      severity: 'error',
      from: { path: '^app/cms/.+\\.test\\.tsx?$' },
      to: { path: '^app/(?!cms/)', pathNot: '\\.test\\.tsx?$', reachable: true },
    },
    {
      name: 'site-uses-no-screens',
      comment:
        'A site meets the content system through definitions, the parts of editors, and the open site. Its own screens are pages of the administrator area.',
      severity: 'error',
      from: { path: '^(app/site|test/example-site)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/cms/(admin|api|operations|storage)/', pathNot: '^app/cms/admin/shell/admin-page\\.tsx$' },
    },
    {
      name: 'sites-stay-apart',
      comment: 'The example proves that the content system works without the site in app/site/.',
      severity: 'error',
      from: { path: '^test/example-site/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/', pathNot: '^app/cms/' },
    },
    {
      name: 'admin-and-api-stay-apart',
      comment: 'What staff and programs share lives below them.',
      severity: 'error',
      from: { path: '^app/cms/(admin|api)/' },
      to: { path: '^app/cms/(admin|api)/', pathNot: '^app/cms/$1/' },
    },
    ...down(
      'editing',
      ['publishing', 'content', 'media', 'people', 'define', 'platform', 'ui'],
      ['^app/cms/site\\.server\\.ts$'],
    ),
    ...down('operations', ['publishing', 'content', 'media', 'people', 'inbox', 'define', 'storage', 'platform']),
    ...down('publishing', ['content', 'media', 'people', 'inbox', 'define', 'storage', 'platform']),
    ...down('content', ['media', 'people', 'inbox', 'define', 'storage', 'platform']),
    ...down('search', ['define', 'storage', 'platform']),
    ...down('media', ['define', 'storage', 'platform']),
    ...down('people', ['define', 'storage', 'platform']),
    ...down('inbox', ['define', 'storage', 'platform']),
    ...down('define', ['platform']),
    ...down('storage', ['platform']),
    ...down('platform', []),
    ...down('ui', []),
    {
      name: 'files-are-decoded-in-a-process-of-their-own',
      comment: 'A decoder that crashes must not end the server, and its memory has to come back.',
      severity: 'error',
      from: { path: '^app/', pathNot: ['^app/cms/media/decoding/', '\\.test\\.tsx?$'] },
      to: {
        path: ['node_modules/(?:sharp|pdfjs-dist|saxes|yauzl)/', '^app/cms/media/decoding/'],
        pathNot: '^app/cms/media/decoding/(decoder\\.server|decoder-jobs)\\.ts$',
      },
    },
    {
      name: 'decoder-process-is-forked',
      comment: 'The server process reaches the code of the decoder by messages only.',
      severity: 'error',
      from: { path: '^app/cms/media/decoding/decoder(\\.server|-jobs)\\.ts$' },
      to: { path: ['node_modules/(?:sharp|pdfjs-dist|saxes|yauzl)/', '^app/cms/media/decoding/(?!decoder-jobs)'] },
    },
    {
      name: 'design-system-stands-alone',
      comment: 'The design system shows what it is given.',
      severity: 'error',
      from: { path: '^app/site/ui/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/', pathNot: '^app/(site|cms)/ui/' },
    },
    {
      name: 'host-outside-the-app',
      comment:
        'The host gets the app from its build. Of its modules it knows the types of the interface for it, and the queue that both use, which has no state and no imports.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(app|scripts)/', pathNot: '^app/cms/(?:host-interface|platform/fair-queue)\\.ts$' },
    },
    {
      name: 'host-interface-is-types',
      severity: 'error',
      from: { path: '^app/cms/host-interface\\.ts$' },
      to: { dependencyTypesNot: ['type-only'] },
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
        path: '^(app|test/example-site)/',
        pathNot: [
          '\\.server\\.tsx?$',
          '\\.test\\.tsx?$',
          ...routeModules,
          '^(app|test/example-site)/(entry\\.server\\.tsx|site\\.config\\.ts)$',
        ],
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
      comment: 'The readers of PDFs, XML and ZIP are bundled into the decoder.',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: ['\\.test\\.tsx?$', '^app/(cms/cms-)?routes\\.ts$'] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(?:@types/yauzl|pdfjs-dist|saxes|yauzl)/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^build/' },
    skipAnalysisNotInRules: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
}

/** The rule that a folder of the content system imports only itself, the folders below it, and `others`. */
function down(folder, below, others = []) {
  const allowed = [folder, ...below].join('|')
  return [
    {
      name: `${folder}-looks-down`,
      severity: 'error',
      from: { path: `^app/cms/${folder}/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/', pathNot: [`^app/cms/(${allowed})/`, ...others] },
    },
  ]
}
