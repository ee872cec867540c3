import type { RequestHandler } from 'express'
import { beforeHead } from './before-head.ts'
import type { Header } from './whole-answer.ts'

/**
 * Headers that every answer carries, whatever made it; one that the answer sets itself stands. Content-Security-Policy, and
 * who may frame a page, is not among them: it depends on the page and comes with it.
 */
export function safetyHeaders(publicOrigin: string): readonly Header[] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'],
    ...(publicOrigin.startsWith('https:') ? [['Strict-Transport-Security', 'max-age=31536000'] as const] : []),
  ]
}

/** Adds them to what Express answers. */
export function securityHeaders({ publicOrigin }: { publicOrigin: string }): RequestHandler {
  const headers = safetyHeaders(publicOrigin)
  return (_request, response, next) => {
    beforeHead(response, () => {
      for (const [name, value] of headers) {
        if (!response.hasHeader(name)) response.setHeader(name, value)
      }
    })
    next()
  }
}
