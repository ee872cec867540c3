import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { openDecoder } from '#app/cms/media/decoding/decoder.server.ts'
import { temporaryFolder } from './temporary-images.ts'

export function openTestDecoder(limits?: { idleLimit?: number; jobLimit?: number }) {
  const decoder = openDecoder(limits)
  onTestFinished(() => decoder.close())
  return decoder
}

export async function fileWith(name: string, bytes: Uint8Array | string) {
  const file = path.join(await temporaryFolder(), name)
  await writeFile(file, bytes)
  return file
}

/** A job that does not end: the file is a named pipe without a writer. */
export async function endlessJob() {
  const file = path.join(await temporaryFolder(), 'pipe.pdf')
  execFileSync('mkfifo', [file])
  return pdfJob(file)
}

export function pdfJob(file: string) {
  return { file, timeZone: 'Asia/Kolkata' }
}

export async function pidOf(decoder: { pid: () => number | undefined }) {
  return vi.waitUntil(decoder.pid)
}
