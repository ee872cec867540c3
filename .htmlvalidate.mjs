/** Rules for the HTML the site sends, as test/e2e/host/html-validity.spec.ts checks it. */
export default {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // React writes charSet, srcSet, dateTime, fetchPriority; names of HTML attributes have no case.
    'attr-case': 'off',
    // React closes void elements, Markdown does not; HTML takes both.
    'void-style': 'off',
    // React writes an attribute without a value as async="".
    'attribute-boolean-style': ['error', { style: 'empty' }],
    'attribute-empty-style': ['error', { style: 'empty' }],
    // The boxes of a group that are ticked are sent below one name.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
    // The style sheet keeps telephone links on one line; the rule sees the markup alone.
    'tel-non-breaking': 'off',
  },
}
