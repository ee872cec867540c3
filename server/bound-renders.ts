import type { RequestHandler } from 'express'
import { beforeHead } from './before-head.ts'
import { refuse } from './refuse.ts'

/**
 * Lets at most `running` reads be rendered at a time and `waiting` more wait for their turn; one more is told to come back
 * (503). Whoever asks for thousands of addresses that do not exist then keeps nobody else waiting: a render holds the
 * process, and many begun together would hold it for seconds. A place is free once the answer is made, however slowly it
 * is taken. Writes pass: they are bounded where they are read.
 */
export function boundRenders({ running, waiting }: { running: number; waiting: number }): RequestHandler {
  let active = 0
  const line: (() => void)[] = []

  function leave() {
    const next = line.shift()
    // Whoever leaves hands its place over, so `active` stays as it is.
    if (next) next()
    else active -= 1
  }

  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next()
      return
    }
    function enter() {
      if (response.destroyed) {
        leave()
        return
      }
      let isOver = false
      const over = () => {
        if (!isOver) leave()
        isOver = true
      }
      beforeHead(response, over)
      response.once('close', over)
      next()
    }
    if (active < running) {
      active += 1
      enter()
    } else if (line.length < waiting) {
      line.push(enter)
    } else {
      response.setHeader('Retry-After', '2')
      refuse(response, 503, 'Too many pages are asked for at the moment. Try again in a few seconds.')
    }
  }
}
