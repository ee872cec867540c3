import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { canRun, CURL } from '../../../scripts/system-program.mjs'
import { readApiDocument, type ApiCall, type ApiDocument } from '../api-document.ts'
import { expect, test } from '../fixtures.ts'
import { heroPicture } from '../hero-picture.ts'
import { openApiStructure } from '../openapi-structure.ts'
import { decodeEntities, parseHtml } from '../parse-html.ts'
import { reportPdf } from '../report-pdf.ts'
import { startSite, type Site } from '../start-site.ts'

/** The files that examples send, by their names. */
const FILES = new Map(
  [await heroPicture('photo.jpg'), await reportPdf('report.pdf')].map(({ name, buffer }) => [name, buffer]),
)

let site: Site

// The tests share a site, of which the last but one removes what the examples are about.
test.describe.configure({ mode: 'default' })

test.beforeAll(async ({ node }) => {
  site = await startSite({ node })
})

test.afterAll(() => site.stop())

test('the document: is OpenAPI 3.1, its operations and references are whole', async () => {
  const { raw, calls } = await readApiDocument(site.origin)
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  ajv.validate(openApiStructure, raw)
  expect(ajv.errors).toBeNull()

  const ids = calls.map(({ operationId }) => operationId)
  expect(ids).toEqual([...new Set(ids)])
  for (const [, pointer = ''] of JSON.stringify(raw).matchAll(/"\$ref":"#([^"]+)"/g)) {
    expect(resolvePointer(raw, pointer), pointer).toEqual(expect.anything())
  }
  for (const { path: address, parameters, operationId } of calls) {
    const inPath = parameters.flatMap((parameter) =>
      'in' in parameter && parameter.in === 'path' ? [parameter.name] : [],
    )
    expect(
      [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      operationId,
    ).toEqual(inPath)
  }
})

test('every operation, refused in every way it can be: responds as the document says', async () => {
  const api = await readApiDocument(site.origin)
  const token = await signIn(site)
  let count = 0
  const calls = api.calls.filter(isOfContent)
  for (const call of calls.filter((each) => makesExample(each, calls))) {
    const body = bodiesOf(call, site).find(({ mediaType }) => mediaType === 'application/json')
    const response = await send(site, call, { ...(body && encoded(body)), token })
    expect(response.ok, `${call.operationId}: ${response.status} ${await response.clone().text()}`).toBe(true)
  }
  for (const call of calls) {
    for (const [status, init] of refusedRequests(call)) {
      if (!(String(status) in call.responses)) continue
      // Only some queries of a public read need a sign-in, and the origin is checked of writes alone.
      if (call.method === 'get' && ((status === 401 && isOpen(call)) || status === 403)) continue
      count += 1
      const response = await send(site, call, { token: isOpen(call) ? undefined : token, ...init })
      const name = `${call.operationId} ${status}`
      expect(response.status, `${name}: ${await response.clone().text()}`).toBe(status)
      expect(await api.faultsOf(call, response), name).toEqual([])
    }
  }
  expect(count).toBeGreaterThan(3 * calls.length)
})

test('every operation with every kind of body: requests and responses are as the document says', async () => {
  const api = await readApiDocument(site.origin)
  expect(api.calls.length).toBeGreaterThan(40)
  let token = await signIn(site)
  for (const call of inOrder(api.calls.filter(isOfContent))) {
    for (const body of call.requestBody ? bodiesOf(call, site) : [undefined]) {
      const name = `${call.operationId} ${body?.mediaType ?? ''}`
      if (body) expect(api.bodyFaults(call, body.mediaType, body.example), name).toEqual([])
      const response = await send(site, call, {
        ...(body && encoded(body)),
        token: isOpen(call) ? undefined : token,
      })
      expect(response.ok, `${name}: ${response.status} ${await response.clone().text()}`).toBe(true)
      expect(await api.faultsOf(call, response), name).toEqual([])
      if (call.operationId === 'postAuthLogout') token = await signIn(site)
    }
  }
})

test('every command of the page for people: runs in a shell and succeeds', async ({ start }) => {
  test.skip(!canRun(CURL), 'curl is missing')
  const site = await start()
  const folder = test.info().outputDir
  for (const [name, bytes] of FILES) await writeFile(test.info().outputPath(name), bytes)
  const page = await parseHtml(await (await fetch(`${site.origin}/api/docs`)).text())
  const commands = page.querySelectorAll('pre').map(({ textContent }) => decodeEntities(textContent))
  const [signInCommand = '', ...others] = commands
  const { calls } = await readApiDocument(site.origin)
  expect(others.length).toBeGreaterThanOrEqual(calls.length)
  const shell = (command: string, variables: Record<string, string> = {}) =>
    promisify(execFile)('sh', ['-ec', command], {
      cwd: folder,
      env: { ...process.env, PASSWORD: site.password, ...variables },
    })
  const token = (await shell(`${signInCommand}\nprintf %s "$TOKEN"`)).stdout
  expect(token).toMatch(/^[\w-]{43}$/)

  // Commands that end the token, or remove an entry that other commands change, come last.
  const rank = (command: string) => (command.includes('/auth/logout') ? 2 : command.includes('-X DELETE') ? 1 : 0)
  const commandsOfContent = others.filter((command) => !/\/api\/(?:drafts|releases)\b/.test(command))
  for (const command of commandsOfContent.toSorted((one, other) => rank(one) - rank(other))) {
    const checked = command.replace('curl ', `curl -sS --fail-with-body `)
    await shell(checked, { TOKEN: token }).catch((error: unknown) => {
      throw new Error(`This command failed:\n${command}`, { cause: error })
    })
  }
})

/** More than any form may have. */
const TOO_LARGE = Buffer.alloc(61 * 1024 * 1024, 'x')

/** A wrong request for each error status that one request can cause; an operation has some of them. */
function refusedRequests(call: ApiCall): [status: number, init: SendOptions][] {
  const json = { 'content-type': 'application/json' }
  const isForm = call.requestBody !== undefined && !('application/json' in call.requestBody.content)
  return [
    [304, { headers: { 'if-none-match': '*' } }],
    [
      401,
      call.operationId === 'postAuthLogin'
        ? { body: '{"username":"nobody","password":"wrong"}', headers: json }
        : { token: undefined },
    ],
    [403, { headers: { 'sec-fetch-site': 'cross-site', cookie: 'session=x' } }],
    [404, { id: 'nothing-has-this-id' }],
    ...(call.requestBody
      ? ([
          [
            400,
            isForm
              ? { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } }
              : { body: '{', headers: json },
          ],
          [
            413,
            isForm
              ? { body: TOO_LARGE, headers: { 'content-type': 'multipart/form-data; boundary=y' } }
              : { body: `"${'x'.repeat(1024 * 1024)}"`, headers: json },
          ],
          [415, { body: 'x', headers: { 'content-type': 'text/plain' } }],
          [415, { body: 'x', headers: { ...json, 'content-encoding': 'gzip' } }],
          [422, isForm ? { body: new FormData() } : { body: '{"colour":"red"}', headers: json }],
        ] satisfies [number, SendOptions][])
      : []),
    [
      412,
      {
        ...(call.requestBody && {
          body: JSON.stringify(call.requestBody.content['application/json']?.example),
          headers: { ...json, 'if-match': '"0123456789abcdef"' },
        }),
        ...(!call.requestBody && { headers: { 'if-match': '"0123456789abcdef"' } }),
      },
    ],
  ]
}

interface SendOptions {
  body?: BodyInit
  headers?: Record<string, string>
  token?: string | undefined
  id?: string
}

function send({ origin }: Site, call: ApiCall, { body, headers = {}, token, id = idOf(call) }: SendOptions) {
  return fetch(origin + call.path.replace('{id}', id), {
    method: call.method.toUpperCase(),
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body }),
  })
}

function idOf({ parameters }: ApiCall) {
  const [id] = parameters.flatMap((parameter) =>
    'in' in parameter && parameter.in === 'path' ? [parameter.example] : [],
  )
  return z.string().parse(id ?? '')
}

interface ExampleBody {
  mediaType: string
  example: Record<string, unknown>
  /** Names of the fields that carry a file. */
  files: string[]
}

function bodiesOf({ requestBody }: ApiCall, site: Site): ExampleBody[] {
  return Object.entries(requestBody?.content ?? {}).map(([mediaType, { example, encoding = {} }]) => ({
    mediaType,
    example: withPassword(example, site),
    files: Object.keys(encoding),
  }))
}

function encoded({ mediaType, example, files }: ExampleBody): SendOptions {
  if (mediaType === 'application/json') return { body: JSON.stringify(example), headers: { 'content-type': mediaType } }
  const pairs = Object.entries(example).flatMap(([name, value]): [string, string][] =>
    files.includes(name)
      ? [value].flat().map((file) => [name, String(file)])
      : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
  if (mediaType === 'application/x-www-form-urlencoded') return { body: new URLSearchParams(pairs) }
  const body = new FormData()
  for (const [name, value] of pairs) body.append(name, files.includes(name) ? fileNamed(value) : value)
  return { body }
}

function fileNamed(name: string) {
  const bytes = FILES.get(name)
  if (!bytes) throw new Error(`There is no ${name} to send`)
  return new File([new Uint8Array(bytes)], name)
}

async function signIn({ origin, username, password }: Site) {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  const { token } = await response.json()
  return String(token)
}

function withPassword(example: Record<string, unknown>, { password }: Site) {
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, value === '$PASSWORD' ? password : value]),
  )
}

/** Calls that remove something come last, because the other calls need it. */
function inOrder(calls: ApiDocument['calls']) {
  return calls.toSorted((one, other) => Number(one.method === 'delete') - Number(other.method === 'delete'))
}

/** False for drafts and releases, which depend on each other: `app/cms/api/releases/releases-api.test.ts` tests them. */
function isOfContent({ path: address }: ApiCall) {
  return !/^\/api\/(?:drafts|releases)\b/.test(address)
}

/** True for a POST that makes the entry of the other examples, because no stored one may be in a public description. */
function makesExample({ method, path: address }: ApiCall, calls: readonly ApiCall[]) {
  const read = calls.find((each) => each.method === 'get' && each.path === `${address}/{id}`)
  return method === 'post' && read !== undefined && !isOpen(read)
}

function isOpen({ security }: ApiCall) {
  return security.length === 0
}

function resolvePointer(root: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      root,
    )
}
