import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findProgram, VARNISH } from './system-program.mjs'

/** Puts a program in place of varnishd. No apt-get is on the path. */
function placeVarnish(script: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'programs-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    vi.unstubAllEnvs()
  })
  const program = path.join(folder, 'varnishd')
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  vi.stubEnv('PATH', folder)
  return program
}

test('a Varnish without the modules of the package varnish-modules: counts as missing', () => {
  placeVarnish('echo "Could not find VMOD xkey" >&2; exit 2')
  expect(findProgram(VARNISH)).toBeUndefined()
})

test('a Varnish with them: found', () => {
  const program = placeVarnish(
    'while read -r line || [ -n "$line" ]; do case "$line" in *xkey*) exit 0; esac; done < "$3"; exit 2',
  )
  expect(findProgram(VARNISH)).toBe(program)
})
