import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { Client, publicPages, Refused } from '#test/reliability/client.ts'
import type { Release } from '#test/reliability/releases.ts'
import { makeWriters } from '#test/reliability/writes.ts'
import type { Writer } from '#test/reliability/writer.ts'
import { FAULTS, playFaults } from './faults.ts'
import { Disturbances } from './ledger.ts'
import { makePlaces, type Place } from './places.ts'
import { hostOf, type Node } from '#test/reliability/node.ts'
import { clientAt, type PlayedSite } from './played-site.ts'
import { makeQuestions, SETTLE_MS } from './questions.ts'
import { pdfOf } from '#test/pdf-bytes.ts'
import { Random } from '#test/random.ts'
import {
  keepReleasing,
  keepSaving,
  keepSigningInAndOut,
  keepWriting,
  reasonOf,
  type Desk,
  type Releases,
} from './staff.ts'
import { startVisitors } from './visitors.ts'

const VISITORS = 4
const PROSPECTUS_BYTES = 5_000_000
/** Time before the first fault, in which visitors request the pages (ms). */
const WARM_MS = 10_000

/**
 * What staff may be told while something is down: a refusal, that the outcome is unknown, or that a session cannot be
 * stored.
 */
const EXPLAINED = /^(?:50[23] |connection cut$|303 You are logged in, but only until )/

export interface Day {
  /** Events that must not happen, each with its time. */
  faults: readonly string[]
  /** Counts and measurements. */
  figures: string
  places: readonly Place[]
  writers: readonly Writer[]
  /** The releases that were published and undone. */
  releases: readonly Release[]
  /** Pages and files that visitors requested. */
  addresses: readonly string[]
  /** The administrator at a node. */
  clientOf: (node: Node) => Client
}

/** Lets staff and visitors use a site while its parts, if it has some, go down in turn. Resolves when all are up. */
export async function playDay(site: PlayedSite, { minutes, seed }: { minutes: number; seed: number }): Promise<Day> {
  const random = new Random(seed)
  const mark = `day${seed}`
  const faults: string[] = []
  const fault = (text: string) => void faults.push(`${new Date().toISOString().slice(11, 23)} ${text}`)
  const disturbances = new Disturbances()
  const first = hostOf(site.nodes[0])
  const administrator = new Client(first)
  await administrator.signIn()
  const clientOf = (node: Node) => clientAt(site, hostOf(node).origin, administrator)

  const prospectus = await publishProspectus(administrator, mark)
  const pages = await publicPages(administrator)
  const addresses = [...new Set([...pages, ...(await filesOn(administrator, pages)), prospectus.address])]
  const places = makePlaces(mark)
  const writers = makeWriters(seed).slice(2)
  const releases: Releases = { current: undefined, due: undefined, all: [] }

  const end = new AbortController()
  const isOver = () => end.signal.aborted
  const refused = new Map<string, number>()
  const saves: number[] = []
  const upNodes = () => site.nodes.filter(({ host, isAway }) => host !== undefined && !isAway)
  const desk: Desk = {
    atNode: () => clientOf(random.of(upNodes())),
    atEntrance: () => clientAt(site, site.publicOrigin, administrator),
    atAllNodes: () => upNodes().map(clientOf),
    isOver,
    fault,
    lagOf: (seen) => questions.lagOf(seen),
    took: (milliseconds) => void saves.push(milliseconds),
    notAcknowledged(what, error, began) {
      // The site accepts about 200 messages an hour, and responds with 429 to more.
      if (error instanceof Refused && error.status === 429) return
      const reason = reasonOf(error)
      refused.set(reason, (refused.get(reason) ?? 0) + 1)
      const isExplained = disturbances.touches({ asked: began, answered: performance.now() }, SETTLE_MS)
      if (!isExplained || !EXPLAINED.test(reason)) fault(`${what}: ${reason}`)
    },
  }

  const hasCaches = site.cluster !== undefined
  const questions = makeQuestions({ random, disturbances, places, releases, addresses, prospectus, fault, hasCaches })
  const visitors = startVisitors({
    count: VISITORS,
    entrances: site.entrances,
    publicOrigin: site.publicOrigin,
    next: questions.next,
    onFailed: ({ address }, error) => {
      fault(`no response for ${address}: ${String(error)}`)
    },
  })
  await wait(WARM_MS)
  const down =
    site.cluster && playFaults({ site, cluster: site.cluster, random, releases, isOver, onDown: noteIn(disturbances) })
  const work = [
    keepReleasing(mark, desk, releases),
    ...places.map((place) => keepSaving(place, desk)),
    ...writers.map((writer) => keepWriting(writer, desk)),
  ]
  const signingIn = keepSigningInAndOut(desk)
  await wait(minutes * 60_000)
  end.abort()
  const counts = await down
  await Promise.all(work)
  const checks = await signingIn
  await visitors.end()

  const acknowledged = [
    ...places.map(({ name, ledger }) => `${name} ${ledger.count}`),
    ...writers.map((writer) => `${writer.name} ${writer.acknowledged}`),
  ]
  const figures = [
    `${visitors.durations.length} visits, ${percentiles(visitors.durations)}; ${visitors.elsewhere()} answered by the other cache`,
    `saves: ${acknowledged.join(', ')}; ${percentiles(saves)}`,
    `releases: ${releases.all.length} published and undone`,
    `not acknowledged: ${[...refused].map(([reason, count]) => `${reason} (${count})`).join('; ')}`,
    `age of pages, calm: ${percentiles(questions.ages.calm)}; disturbed: ${percentiles(questions.ages.disturbed)}`,
    `went down: ${FAULTS.map((kind) => `${kind} ${counts?.get(kind) ?? 0}`).join(', ')}`,
    `sign-outs asked about ${checks} times`,
    `log: ${messagesOf(site.nodes)}`,
    `memory: ${site.nodes.map((node) => `${megabytesOf(hostOf(node).pid)} MB`).join(', ')}`,
  ].join('\n')
  return { faults, figures, places, writers, releases: releases.all, addresses, clientOf }
}

function noteIn(disturbances: Disturbances) {
  return (kind: string) => {
    const began = Date.now()
    const up = disturbances.begin(performance.now())
    return () => {
      up(performance.now())
      console.info(`${new Date(began).toISOString().slice(11, 23)} ${kind}, up again after ${Date.now() - began} ms`)
    }
  }
}

/** A report of 5 MB with random bytes. */
async function publishProspectus(client: Client, mark: string) {
  const bytes = pdfOf(PROSPECTUS_BYTES)
  const file = new File([new Uint8Array(bytes)], 'prospectus.pdf', { type: 'application/pdf' })
  const id = await client.post('reports', { year: '2025-26', title: `${mark} prospectus`, file })
  const report = (await client.list('reports')).find(({ _id }) => _id === id)
  return { address: new URL(String(report?.['fileUrl']), client.host.origin).pathname, bytes }
}

/** The scripts, styles, fonts, images and documents that pages refer to. */
async function filesOn(client: Client, pages: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const page of pages) {
    const html = await client.text(page)
    for (const [file] of html.matchAll(/(?<=(?:src|href)=")\/(?:assets|uploads|policies)\/[^"#?]+/g)) found.add(file)
  }
  return [...found]
}

function percentiles(numbers: readonly number[]) {
  const sorted = [...numbers].sort((one, other) => one - other)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0)
  return `median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`
}

const logLine = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() })

/** The warnings and errors that the nodes have logged, with counts. */
function messagesOf(nodes: readonly Node[]) {
  const counts = new Map<string, number>()
  for (const line of nodes.flatMap((node) => hostOf(node).output().split('\n'))) {
    if (!line.startsWith('{') || !line.endsWith('}')) continue
    const { data } = logLine.safeParse(JSON.parse(line))
    const message = data && `${data.msg}${data.err ? ` (${data.err.message})` : ''}`
    if (message !== undefined) counts.set(message, (counts.get(message) ?? 0) + 1)
  }
  return [...counts].map(([message, count]) => `${count} × ${message}`).join('; ')
}

/** The memory of a process; on Linux only. */
function megabytesOf(pid: number) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}
