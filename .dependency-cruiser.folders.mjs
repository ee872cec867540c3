import rules from './.dependency-cruiser.mjs'

/**
 * The folders of the site import in one direction. The check is apart from the other rules, because it takes an import
 * of a test for one of its folder, and tests import from above.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-circles-of-folders',
      comment: 'Folders that need each other are one feature, or need a third. Imports of types count.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^app/site/' },
      to: { circular: true },
    },
  ],
  options: { ...rules.options, includeOnly: { path: '^app/site/' }, exclude: { path: '\\.test\\.tsx?$' } },
}
