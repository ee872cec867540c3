/**
 * Imports run one way: routes → sections → content, media → ui. `auth`, `inbox` and `http` serve the routes, and the host
 * reaches the app through its build alone.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
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
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^app/routes/', '^(app|server|test)/.*\\.test\\.tsx?$'] },
      to: {},
    },
    {
      name: 'no-schemas-in-visitors-browsers',
      comment: 'A definition brings zod along, 25 kB that no public page needs. Its types cost nothing.',
      severity: 'error',
      from: {
        path: '^app/(sections|ui)/.+\\.tsx$',
        pathNot: ['^app/ui/admin/', '-(editor|form|edit-row)\\.tsx$', '\\.test\\.tsx$'],
      },
      to: {
        path: [
          '^app/content/',
          '^app/sections/([^/]+)/\\1\\.ts$',
          '^app/sections/products/product\\.ts$',
          'node_modules/zod/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-stay-apart',
      comment: 'What two routes share lives in sections, ui, auth or http. The helpers beside a route are its own.',
      severity: 'error',
      from: { path: '^app/routes/([^/]+)/' },
      to: { path: '^app/routes/', pathNot: '^app/routes/$1/' },
    },
    {
      name: 'routes-are-used-by-nobody',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/routes' },
      to: { path: '^app/routes/' },
    },
    {
      name: 'sections-look-down',
      severity: 'error',
      from: { path: '^app/sections/' },
      to: { path: '^app/(auth|inbox|http)/' },
    },
    {
      name: 'content-knows-no-section',
      comment: 'How content is kept must not depend on what it is.',
      severity: 'error',
      from: { path: '^app/content/' },
      to: { path: '^app/', pathNot: '^app/(content/|((health|singleton)\\.server|limit-concurrency)\\.ts$)' },
    },
    {
      name: 'media-looks-down',
      severity: 'error',
      from: { path: '^app/media/' },
      to: {
        path: '^app/',
        pathNot: '^app/(media|content|ui|http)/|^app/((env|log|singleton)\\.server|limit-concurrency)\\.ts$',
      },
    },
    {
      name: 'ui-stands-alone',
      comment: 'The design system shows what it is given.',
      severity: 'error',
      from: { path: '^app/ui/' },
      to: { path: '^app/', pathNot: '^app/ui/' },
    },
    {
      name: 'services-serve-routes',
      comment: 'auth, inbox and http know nothing of sections and pages; auth may answer with http.',
      severity: 'error',
      from: { path: '^app/(auth|inbox|http)/' },
      to: { path: '^app/(routes|sections|media|ui)/' },
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
        pathNot: ['\\.server\\.tsx?$', '\\.test\\.tsx?$', '^app/routes/', '^app/entry\\.server\\.tsx$'],
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
      to: { couldNotResolve: true, pathNot: '\\?url$' },
    },
    {
      name: 'production-needs-no-development-packages',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: ['\\.test\\.tsx?$', '^app/routes\\.ts$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
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
