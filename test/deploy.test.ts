import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readEnv } from '../app/cms/platform/env.server.ts'
import { defaultLimits } from '../server/limits.ts'
import { canRun, NGINX, OPENSSL } from '../scripts/system-program.mjs'
import { tlsConfiguration } from './e2e/start-caching-proxy.ts'

const read = (file: string) => readFileSync(file, 'utf8')

const dockerfile = Object.fromEntries(
  [...read('Dockerfile').matchAll(/^(?:ENV| {3}) ([A-Z_]+)=(\S+)/gm)].map(([, name = '', value = '']) => [name, value]),
)
const knownNames = new Set([
  ...[...read('app/cms/platform/env-variables.server.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
    ([, name]) => name,
  ),
  ...['UV_THREADPOOL_SIZE', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_', 'MALLOC_MMAP_THRESHOLD_'],
])
const FOLDERS = ['CONTENT_DIR', 'UPLOADS_DIR', 'DATA_DIR']

const compose = z
  .object({
    services: z.object({
      site: z.object({
        environment: z.record(z.string(), z.string()),
        volumes: z.array(z.string()),
        expose: z.array(z.string()),
        stop_grace_period: z.string(),
        read_only: z.literal(true),
        healthcheck: z.object({ test: z.array(z.string()) }),
      }),
    }),
  })
  .parse(parse(read('deploy/compose.yaml'))).services.site

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const deployment = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    replicas: z.literal(1),
    strategy: z.object({ type: z.literal('Recreate') }),
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.object({
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            livenessProbe: probe,
            readinessProbe: probe,
            volumeMounts: z.array(z.object({ mountPath: z.string() })),
          }),
        ]),
      }),
    }),
  }),
})
function documentsOf(file: string) {
  return parseAllDocuments(read(file)).map((document): unknown => {
    expect(document.errors).toEqual([])
    const content: unknown = document.toJS()
    return content
  })
}
const documents = documentsOf('deploy/kubernetes.yaml')
const pod = deployment.parse(documents[0]).spec.template.spec
const [container] = pod.containers

/** An object of Kubernetes, as far as these tests read it. */
const object = z.looseObject({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z.looseObject({}),
})
const onBucket = documentsOf('deploy/kubernetes-bucket.yaml').map((document) => object.parse(document))
const specOf = (kind: string, name: string) =>
  onBucket.find((one) => one.kind === kind && one.metadata.name === name)?.spec
const nodes = z
  .object({
    replicas: z.number(),
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.object({
            env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
            startupProbe: probe.extend({ periodSeconds: z.number(), failureThreshold: z.number() }),
            livenessProbe: probe,
            readinessProbe: probe,
            volumeMounts: z.array(z.object({ mountPath: z.string() })),
          }),
        ]),
      }),
    }),
  })
  .parse(specOf('StatefulSet', 'polymer-website'))
const [node] = nodes.template.spec.containers
const nodeVariables = Object.fromEntries(
  node.env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
)

const composeOnBucket = z
  .object({
    services: z.object({
      site: z.object({
        environment: z.record(z.string(), z.string()),
        ports: z.array(z.string()),
        stop_grace_period: z.string(),
      }),
    }),
  })
  .parse(parse(read('deploy/compose.bucket.yaml').replaceAll('${NODE_ADDRESS}', '10.0.0.11'))).services.site

const unit = read('deploy/polymer-website.service')
const settings = parseEnv(read('deploy/polymer-website.env'))
const unitVariables: Record<string, string | undefined> = {
  ...Object.fromEntries(
    [...unit.matchAll(/^Environment=(\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  ),
  ...settings,
}

test.each([
  ['compose.yaml', compose.environment],
  ['kubernetes.yaml', Object.fromEntries(container.env.map(({ name, value }) => [name, value]))],
  ['kubernetes-bucket.yaml', nodeVariables],
  ['compose.yaml with compose.bucket.yaml', { ...compose.environment, ...composeOnBucket.environment }],
  ['polymer-website.service', unitVariables],
])('%s: every setting is one of the site, and valid', (_file, variables) => {
  expect(Object.keys(variables).length).toBeGreaterThan(3)
  expect(Object.keys(variables).filter((name) => !knownNames.has(name))).toEqual([])
  // The files of secrets do not exist here.
  const others = Object.fromEntries(Object.entries(variables).filter(([name]) => !name.endsWith('_FILE')))
  const secrets = {
    ...('PURGE_URLS' in variables && { PURGE_SECRET: 'secret-of-this-test' }),
    ...('STORAGE' in variables && { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }),
  }
  expect(readEnv({ ...others, ...secrets, NODE_ENV: 'production' }).trustProxy).toBe(true)
})

test('ports, folders and probes are those of the image', () => {
  const folders = FOLDERS.map((name) => dockerfile[name])
  expect(folders).toEqual(['/srv/content', '/srv/uploads', '/srv/data'])
  expect(compose.volumes.map((volume) => volume.split(':')[1])).toEqual(folders)
  expect(compose.expose).toEqual([dockerfile['PORT'], compose.environment['METRICS_PORT']])
  expect(compose.healthcheck.test.join(' ')).toContain(`localhost:${dockerfile['PORT']}/healthz`)
  expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining(folders))
  expect(container.ports).toContainEqual({ name: 'http', containerPort: Number(dockerfile['PORT']) })
  expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' })
  expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
})

test('the unit starts the program of the image with its variables, and may write the three folders only', () => {
  const command = /^CMD \["node", (.*)\]$/m.exec(read('Dockerfile'))?.[1]?.replaceAll(/[",]/g, '')
  expect(unit).toContain(`ExecStart=/usr/bin/node ${command}\n`)
  const { HOST: _host, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: _build, ...same } = dockerfile
  expect(unitVariables).toMatchObject({
    ...same,
    ...Object.fromEntries(
      FOLDERS.map((name) => [name, `/var/lib/polymer-website/${name.slice(0, -'_DIR'.length).toLowerCase()}`]),
    ),
  })
})

test('the folders of the unit are in the file that commands read too, and in no other place', () => {
  expect(unit).toContain('\nEnvironmentFile=/etc/polymer-website.env\n')
  const state = /^StateDirectory=(.*)$/m.exec(unit)?.[1]?.split(' ')
  expect(FOLDERS.map((name) => settings[name])).toEqual(state?.map((folder) => `/var/lib/${folder}`))
  for (const name of FOLDERS) {
    expect(unit).not.toContain(`Environment=${name}=`)
    expect(unit).toContain(`$\${${name}:?is missing in /etc/polymer-website.env}`)
  }
  const command = read('deploy/polymer-website')
  expect(command).toContain('settings=/etc/polymer-website.env\n')
  expect(unit).toContain(`WorkingDirectory=${/^program=(.*)$/m.exec(command)?.[1]}\n`)
})

test('all of them wait longer than a stop takes', () => {
  const seconds = [
    Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]),
    Number.parseInt(compose.stop_grace_period, 10),
    pod.terminationGracePeriodSeconds,
  ]
  expect(Math.min(...seconds) * 1000).toBeGreaterThan(defaultLimits.stopTimeout)
  const withNodes = [
    nodes.template.spec.terminationGracePeriodSeconds,
    Number.parseInt(composeOnBucket.stop_grace_period, 10),
  ]
  expect(Math.min(...withNodes)).toBeGreaterThanOrEqual(30)
})

test('nodes on a bucket: each has the folders and probes of the image, and time to fetch the bucket', () => {
  expect(node.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(
    expect.arrayContaining(FOLDERS.map((name) => dockerfile[name])),
  )
  expect(node.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' })
  expect(node.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
  expect(node.startupProbe.periodSeconds * node.startupProbe.failureThreshold).toBeGreaterThanOrEqual(1_800)
  expect(composeOnBucket.ports).toEqual([`10.0.0.11:${dockerfile['PORT']}:${dockerfile['PORT']}`])
})

test('Kubernetes on a bucket: the caches reach each node, ready or not, and each cache is purged', () => {
  for (let number = 0; number < nodes.replicas; number += 1) {
    expect(specOf('Service', `polymer-website-${number}`)).toMatchObject({
      publishNotReadyAddresses: true,
      selector: { 'statefulset.kubernetes.io/pod-name': `polymer-website-${number}` },
    })
  }
  const caches = z
    .object({ replicas: z.number(), serviceName: z.string() })
    .parse(specOf('StatefulSet', 'polymer-website-cache'))
  expect(specOf('Service', caches.serviceName)).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true })
  expect(nodeVariables['PURGE_URLS']?.split(',')).toEqual(
    Array.from(
      { length: caches.replicas },
      (_, number) => `varnish+http://polymer-website-cache-${number}.${caches.serviceName}:80`,
    ),
  )
  const mayReach = (app: string) => {
    const { ingress } = z
      .object({ ingress: z.array(z.object({ from: z.array(z.looseObject({})) })) })
      .parse(specOf('NetworkPolicy', app))
    return ingress.flatMap(({ from }) => from).map((source) => JSON.stringify(source))
  }
  const isApp = (app: string) => JSON.stringify({ podSelector: { matchLabels: { app } } })
  expect(mayReach('polymer-website')).toContain(isApp('polymer-website-cache'))
  expect(mayReach('polymer-website-cache')).toContain(isApp('polymer-website'))
})

test.each(['deploy/kubernetes.yaml', 'deploy/kubernetes-bucket.yaml'])('Kubernetes takes each object of %s', (file) => {
  const models = new Map<string, new (fields: object) => { validate: () => void }>(
    [Deployment, StatefulSet, Service, Ingress, NetworkPolicy, PersistentVolumeClaim, PodDisruptionBudget].map(
      (model) => [model.kind, model],
    ),
  )
  const kinds = documentsOf(file).map((document) => {
    const fields = z.looseObject({ kind: z.string() }).parse(document)
    const Model = models.get(fields.kind)
    if (Model === undefined) throw new Error(`There is no model of ${fields.kind}`)
    new Model(fields).validate()
    return fields.kind
  })
  expect(new Set(kinds).size).toBe(5)
})

test('the unit: known sections and settings, each once; systemd takes it, where it is installed', () => {
  const lines = unit.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines.filter((line) => line.startsWith('['))).toEqual(['[Unit]', '[Service]', '[Install]'])
  const settings = lines.filter((line) => !line.startsWith('['))
  expect(settings.filter((line) => !/^[A-Z][A-Za-z]+=/.test(line))).toEqual([])
  const isRepeatable = /^(?:Environment|SystemCallFilter)=/
  const names = settings.filter((line) => !isRepeatable.test(line)).map((line) => line.split('=', 1)[0])
  expect(new Set(names).size).toBe(names.length)
  const folder = mkdtempSync(path.join(tmpdir(), 'unit-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const file = path.join(folder, 'polymer-website.service')
  // The unit's user, and Node at its path, may not exist on this machine.
  const adapted = unit.replace(/^(User|Group)=.*$/gm, '$1=root').replace('/usr/bin/node', process.execPath)
  writeFileSync(file, adapted)
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  // A machine without systemd has no such program.
  if (verified.error) expect(verified.error).toMatchObject({ code: 'ENOENT' })
  else expect([verified.status, verified.stderr]).toEqual([0, ''])
})

test.runIf(canRun(NGINX, OPENSSL))(
  'nginx takes the proxy with TLS, with a certificate, and its limits are those of a crowd',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tls-'))
    onTestFinished(() => {
      rmSync(folder, { recursive: true })
    })
    const [certificate, key, file] = ['certificate.pem', 'key.pem', 'nginx.conf'].map((name) => path.join(folder, name))
    if (!certificate || !key || !file) throw new Error('There are three paths')
    const configuration = await tlsConfiguration({
      ...{ certificate, key, pid: path.join(folder, 'pid') },
      ports: { http: 4848, https: 4849 },
      caches: ['http://127.0.0.1:4846', 'http://127.0.0.1:4847'],
    })
    writeFileSync(file, configuration)
    makeCertificate(certificate, key)
    mkdirSync(path.join(folder, 'temp'))
    const checked = spawnSync(process.env['NGINX_PATH'] ?? 'nginx', ['-t', '-p', folder, '-c', file, '-e', 'stderr'], {
      encoding: 'utf8',
    })
    expect([checked.status, checked.stderr]).toEqual([0, expect.stringContaining('test is successful') as string])
    expect(checked.stderr).not.toContain('[warn]')
    // Each visitor has a connection here and one to a cache, and each connection a file.
    const connections = Number(/worker_connections (\d+);/.exec(configuration)?.[1])
    expect(connections).toBeGreaterThanOrEqual(32_768)
    expect(Number(/worker_rlimit_nofile (\d+);/.exec(configuration)?.[1])).toBeGreaterThanOrEqual(2 * connections)
  },
)

/** A certificate with an ECDSA key, made by openssl, as an operator has one. */
function makeCertificate(certificate: string, key: string) {
  const options = ['-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=www.example.com']
  const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', ...options, '-keyout', key, '-out', certificate])
  expect(made.status, String(made.stderr)).toBe(0)
}
