import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Document, useErrorText } from './cms/site-document.tsx'
import { ButtonLink } from './cms/ui/content-link.tsx'
import { ErrorPage } from './site/ui/page/error-page.tsx'
import fontUrl from './site/ui/fonts/archivo-latin.woff2?url'
import siteCss from './site/ui/base.css?url'
import tokensCss from './site/ui/design-tokens.css?url'

export { Outlet as default } from '@remix-run/react'
export { errorMeta as meta } from './cms/site-document.tsx'

export function Layout({ children }: { children: ReactNode }) {
  return <Document head={<Head />}>{children}</Document>
}

function Head() {
  return (
    <>
      <meta name="theme-color" content="#0b1f33" />
      {/* Browsers that support SVG icons use the last one, the others the one with a size. */}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
    </>
  )
}

/**
 * The page for every error that no route handles. It links to its styles: as imports of the root they would also apply
 * to the administrator area.
 */
export function ErrorBoundary() {
  const { retry, ...shown } = useErrorText()
  return (
    <main id="main" className="lost-screen">
      <link rel="stylesheet" href={tokensCss} />
      <link rel="stylesheet" href={siteCss} />
      <ErrorPage {...shown}>
        {retry !== undefined && (
          <Link className="btn" to={retry} reloadDocument>
            Try again
          </Link>
        )}
        <ButtonLink to="/" {...(retry !== undefined && { variant: 'line' })}>
          Home
        </ButtonLink>
      </ErrorPage>
    </main>
  )
}
