import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A regular expression of the project, and its place in the source. */
export interface Expression {
  place: string
  source: string
  flags: string
}

/**
 * Every regular expression in the program: literals and `new RegExp(…)`. A part that is inserted at run time counts as
 * one letter: it is one of the program's own names, or escaped text.
 */
export function collectExpressions(folders: readonly string[]): Expression[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  return files.filter((file) => /(?<!\.test)\.tsx?$/.test(file)).flatMap(expressionsIn)
}

function expressionsIn(file: string): Expression[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const found: Expression[] = []
  const visit = (node: ts.Node) => {
    const expression = readExpression(node)
    if (expression) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push({ place: `${file}:${line + 1}`, ...expression })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function readExpression(node: ts.Node) {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
  }
  const isMade =
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  if (!isMade) return undefined
  const [pattern, flags] = node.arguments ?? []
  return { source: pattern ? textOf(pattern) : '', flags: flags ? textOf(flags) : '' }
}

function textOf(node: ts.Expression) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return RUN_TIME
  return node.head.text + node.templateSpans.map(({ literal }) => RUN_TIME + literal.text).join('')
}

const RUN_TIME = 'x'
