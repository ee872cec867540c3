import js from '@eslint/js'
// @ts-expect-error The package ships no types.
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const TESTS = ['**/*.test.{ts,tsx}', 'test/**']

const STYLE_ATTRIBUTE = {
  selector: 'JSXAttribute[name.name="style"]',
  message: 'The content security policy refuses style attributes. Use a class.',
}
/** A timer or a queue inherits such a store from whoever has set it. */
const AMBIENT = {
  selector: "Identifier[name='AsyncLocalStorage']",
  message: 'Who acts, who can be asked and what time it is are parameters. Only the current site is ambient.',
}

/** By the id alone nobody is asked before a change does harm, and the audit log names no actor. */
const BARE_AUTHOR = {
  selector: "Property[key.name=/^(author|by)$/][value.object.name='user'][value.property.name='id']",
  message: 'Pass the user itself: see app/cms/platform/author.server.ts.',
}

const LIMIT_NAME = {
  selector:
    'VariableDeclarator[id.name=/^(?:MOST|LONGEST|LARGEST|FEWEST|LEAST|SHORTEST|SMALLEST)_|_LIMIT(?:_[A-Z]+)?$/]',
  message: 'Name a limit MAX_… or MIN_…, with its unit at the end: MAX_FILE_BYTES.',
}
const RAW_HTML = {
  selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
  message: 'Markup comes from components, never from text.',
}
const LOST_TIMER = {
  selector: "MemberExpression[object.name='AbortSignal'][property.name=/^(?:any|timeout)$/]",
  message: 'Nobody holds its timer, so that it may be lost as garbage. Use withDeadline or within.',
}

/** The rules of the React compiler analyse whole components. Components of tests are rendered only once. */
const COMPILER_RULES_OFF = Object.fromEntries(
  Object.keys(reactHooks.configs.flat.recommended.rules)
    .filter((rule) => !['react-hooks/rules-of-hooks', 'react-hooks/exhaustive-deps'].includes(rule))
    .map((rule) => [rule, 'off']),
)

export default defineConfig(
  globalIgnores(['build/', 'data/', 'content/', 'uploads/', 'public/', 'test-results/', 'playwright-report/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', STYLE_ATTRIBUTE, RAW_HTML, LIMIT_NAME, LOST_TIMER, AMBIENT, BARE_AUTHOR],
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Numbers in templates are clear; everything else must be converted to text on purpose.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Remix's way to end a loader or action early is to throw a Response.
      '@typescript-eslint/only-throw-error': [
        'error',
        {
          allow: [
            { from: 'lib', name: 'Response' },
            { from: 'package', package: '@remix-run/node', name: 'Response' },
            { from: 'package', package: '@remix-run/server-runtime', name: 'TypedResponse' },
          ],
        },
      ],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A named key, `{ [section: string]: … }`, says more than a Record.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      // There are no enums, but the rule resolves the type of every value.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // The compiler's noPropertyAccessFromIndexSignature asks for the opposite of the rule's default.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
    },
  },

  { files: ['app/**', 'server/**'], rules: { 'no-console': 'error' } },
  {
    // Regular expressions must run in linear time, because strangers choose the texts.
    files: ['{app,server,scripts}/**'],
    ignores: TESTS,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
      // Two ways to match the same character in a repetition: the rules above do not see these.
      'regexp/no-dupe-disjunctions': [
        'error',
        { reportExponentialBacktracking: 'potential', reportUnreachable: 'potential' },
      ],
    },
  },
  // The one place where rendered Markdown is shown.
  {
    files: ['app/cms/ui/prose.tsx'],
    rules: { 'no-restricted-syntax': ['error', STYLE_ATTRIBUTE, LIMIT_NAME, LOST_TIMER, AMBIENT, BARE_AUTHOR] },
  },
  // The current site is the one thing that is ambient.
  {
    files: ['app/cms/site.server.ts', 'app/cms/storage/limit-concurrency.test.ts'],
    rules: { 'no-restricted-syntax': ['error', STYLE_ATTRIBUTE, RAW_HTML, LIMIT_NAME, LOST_TIMER, BARE_AUTHOR] },
  },
  {
    files: ['**/*.tsx'],
    extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat.recommended],
  },
  {
    files: TESTS,
    rules: {
      // A mock often does nothing, asynchronously like the real function.
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/require-await': 'off',
      // Matchers such as expect.any() are of type any, and expect(object.method) does not call it.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // Tests often replace instances with stubs, and deprecated code is reported where it is tested. Each of the two
      // rules resolves the type of almost every expression, which took a sixth of the linter's time.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-deprecated': 'off',
      ...COMPILER_RULES_OFF,
    },
  },
  {
    // Plain Node programs and configuration: checked by the compiler, typed by JSDoc only where it helps.
    files: ['**/*.{js,cjs,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    // The compiler checks the names.
    rules: { 'no-undef': 'off' },
  },
)
