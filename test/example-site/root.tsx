import type { ReactNode } from 'react'
import { Document, useErrorText } from '#app/cms/site-document.tsx'
import lookUrl from './look.css?url'

export { Outlet as default } from '@remix-run/react'
export { errorMeta as meta } from '#app/cms/site-document.tsx'

export function Layout({ children }: { children: ReactNode }) {
  return <Document head={<link rel="icon" href="/favicon.svg" type="image/svg+xml" />}>{children}</Document>
}

export function ErrorBoundary() {
  const { title, text, requestId, retry = '/' } = useErrorText()
  return (
    <main className="shop">
      <link rel="stylesheet" href={lookUrl} />
      <h1>{title}</h1>
      <p>{text}</p>
      {requestId !== undefined && <p suppressHydrationWarning>Request {requestId}</p>}
      <a href={retry}>{retry === '/' ? 'To the shop' : 'Try again'}</a>
    </main>
  )
}
