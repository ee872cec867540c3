// Rules of this project for the linter. Each forbids a form of syntax, named by a selector, with what to write instead.

const FORBIDDEN = {
  'no-style-attribute': {
    selector: 'JSXAttribute[name.name="style"]',
    message: 'The content security policy refuses style attributes. Use a class.',
  },
  'no-raw-html': {
    selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
    message: 'Markup comes from components, never from text.',
  },
  // A timer or a queue inherits such a store from whoever has set it.
  'no-ambient-store': {
    selector: "Identifier[name='AsyncLocalStorage']",
    message: 'Who acts, who can be asked and what time it is are parameters. Only the current site is ambient.',
  },
  // By the id alone nobody is asked before a change does harm, and the audit log names no actor.
  'no-bare-author': {
    selector: "Property[key.name=/^(author|by)$/][value.object.name='user'][value.property.name='id']",
    message: 'Pass the user itself: see app/cms/platform/author.server.ts.',
  },
  'limit-name': {
    selector:
      'VariableDeclarator[id.name=/^(?:MOST|LONGEST|LARGEST|FEWEST|LEAST|SHORTEST|SMALLEST)_|_LIMIT(?:_[A-Z]+)?$/]',
    message: 'Name a limit MAX_… or MIN_…, with its unit at the end: MAX_FILE_BYTES.',
  },
  'no-lost-timer': {
    selector: "MemberExpression[object.name='AbortSignal'][property.name=/^(?:any|timeout)$/]",
    message: 'Nobody holds its timer, so that it may be lost as garbage. Use withDeadline or within.',
  },
}

export default {
  meta: { name: 'site' },
  rules: Object.fromEntries(
    Object.entries(FORBIDDEN).map(([name, { selector, message }]) => [
      name,
      {
        /** @param {{ report: (problem: { node: unknown, message: string }) => void }} context */
        create: (context) => ({
          /** @param {unknown} node */
          [selector](node) {
            context.report({ node, message })
          },
        }),
      },
    ]),
  ),
}
