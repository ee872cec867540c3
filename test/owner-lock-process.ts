import { spawn } from 'node:child_process'
import { acquireOwnerLock, findOwner } from '#app/cms/storage/lock/owner-lock.server.ts'

/**
 * Started by the tests of the owner lock: waits until a data folder is free, acquires its lock, starts a child that
 * outlives it, and prints for each line of input whether it may write.
 */
const [, , dataDir = '', mode = ''] = process.argv

function take() {
  const lock = acquireOwnerLock(dataDir)
  const child = spawn('sleep', ['60'], { stdio: 'ignore', detached: true })
  child.unref()
  process.stdout.write(`taken ${child.pid}\n`)
  process.stdin.on('data', () => {
    process.stdout.write(`${lock.refusal()?.code ?? 'may write'}\n`)
  })
}

function takeWhenFree() {
  try {
    if (findOwner(dataDir) === undefined) {
      take()
      return
    }
  } catch {
    // Another one was first.
  }
  setTimeout(takeWhenFree, 20)
}

if (mode === 'wait') takeWhenFree()
else take()
