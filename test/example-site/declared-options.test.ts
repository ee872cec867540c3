import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** The functions with which a site says what it consists of, in an object that is their first parameter. */
const FUNCTIONS = ['defineCollection', 'defineSection', 'defineSite']

/** What they return is no object that a site writes, although it is an option of others. */
const RETURNED = ['CollectionDefinition', 'SectionDefinition']

const declared = sourcesIn('app/cms/define', 'app/cms/platform')
const example = sourcesIn('test/example-site')
const statements = declared.flatMap((source) => [...source.statements])
const types = new Map(statements.filter(isNamedType).map((type) => [type.name.text, type]))

/** The options that one object may have. */
interface Options {
  /** The interface that declares them. */
  owner: string
  members: readonly ts.TypeElement[]
}

const optionsOf = Object.fromEntries(FUNCTIONS.map((name) => [name, parameterOf(name)]))
const used = new Set<string>()
for (const source of example) noteDeclarations(source)

test.each([
  ['defineCollection', 15],
  ['defineSection', 15],
  ['defineSite', 22],
])('%s: at most %i options', (name, most) => {
  const options = (optionsOf[name] ?? []).flatMap(({ members }) => members)
  expect(options.length).toBeGreaterThan(10)
  expect(options.length).toBeLessThanOrEqual(most)
})

test.each(FUNCTIONS)('%s: the example uses every option, also of the objects in it', (name) => {
  expect(namesOf(optionsOf[name] ?? []).filter((option) => !used.has(option))).toEqual([])
})

/** All options by interface and name, such as `EntryList.columns`. */
function namesOf(objects: readonly Options[]): string[] {
  return objects.flatMap(({ owner, members }) =>
    members.flatMap((member) => [nameOf(owner, member), ...namesOf(valuesOf(owner, member))]),
  )
}

/** Marks the options that the calls in a file use. */
function noteDeclarations(node: ts.Node) {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const [declaration] = node.arguments
    if (declaration) noteObject(declaration, optionsOf[node.expression.text] ?? [])
  }
  ts.forEachChild(node, noteDeclarations)
}

function noteObject(value: ts.Expression, objects: readonly Options[]) {
  if (ts.isIdentifier(value)) {
    const constant = constantNamed(value.text)
    if (constant) noteObject(constant, objects)
  } else if (ts.isArrayLiteralExpression(value)) {
    for (const element of value.elements) noteObject(element, objects)
  } else if (ts.isObjectLiteralExpression(value)) {
    for (const property of value.properties) {
      if (ts.isSpreadAssignment(property)) noteObject(property.expression, objects)
      else noteProperty(property, objects)
    }
  }
}

function noteProperty(property: ts.ObjectLiteralElementLike, objects: readonly Options[]) {
  const value = ts.isPropertyAssignment(property) ? property.initializer : undefined
  for (const { owner, members } of objects) {
    const member = members.find(({ name }) => name?.getText() === property.name?.getText())
    if (!member || isOtherKind(member, value)) continue
    used.add(nameOf(owner, member))
    if (value) noteObject(value, valuesOf(owner, member))
  }
}

/** True for `kind: 'list'` if the option is `kind: 'record'`. */
function isOtherKind(member: ts.TypeElement, value: ts.Expression | undefined) {
  const type = ts.isPropertySignature(member) ? member.type : undefined
  return type && ts.isLiteralTypeNode(type) && value?.getText() !== type.getText()
}

/** The objects that an option takes, alone or in a list. None for a text or a function. */
function valuesOf(owner: string, member: ts.TypeElement): Options[] {
  return ts.isPropertySignature(member) && member.type ? objectsIn(member.type, nameOf(owner, member)) : []
}

function objectsIn(type: ts.TypeNode, owner: string): Options[] {
  if (ts.isTypeLiteralNode(type)) return [{ owner, members: type.members.filter(({ name }) => name) }]
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type))
    return type.types.flatMap((one) => objectsIn(one, owner))
  if (ts.isArrayTypeNode(type)) return objectsIn(type.elementType, owner)
  if (ts.isTypeOperatorNode(type)) return objectsIn(type.type, owner)
  if (!ts.isTypeReferenceNode(type)) return []
  const name = type.typeName.getText()
  if (RETURNED.includes(name)) return []
  if (types.has(name)) return optionsNamed(name)
  return (type.typeArguments ?? []).flatMap((one) => objectsIn(one, owner))
}

function optionsNamed(name: string): Options[] {
  const named = types.get(name)
  if (!named) throw new Error(`The options of ${name} cannot be read. Declare them as an interface`)
  if (ts.isTypeAliasDeclaration(named)) return objectsIn(named.type, name)
  const bases = (named.heritageClauses ?? []).flatMap((clause) => [...clause.types])
  const inherited = bases.flatMap(({ expression }) => optionsNamed(expression.getText()))
  return [{ owner: name, members: named.members }, ...inherited]
}

function parameterOf(name: string): Options[] {
  const found = statements.find((node) => ts.isFunctionDeclaration(node) && node.name?.text === name)
  const type = found && ts.isFunctionDeclaration(found) ? found.parameters[0]?.type : undefined
  if (!type) throw new Error(`${name} is not declared`)
  return objectsIn(type, name)
}

function constantNamed(name: string): ts.Expression | undefined {
  return example
    .flatMap((source) => [...source.statements])
    .flatMap((statement) => (ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : []))
    .find((declaration) => declaration.name.getText() === name)?.initializer
}

function nameOf(owner: string, { name }: ts.TypeElement) {
  return `${owner}.${name?.getText() ?? ''}`
}

function isNamedType(node: ts.Statement) {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
}

function sourcesIn(...folders: string[]): ts.SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name))
      .map((name) => {
        const text = readFileSync(path.join(folder, name), 'utf8')
        return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
      }),
  )
}
