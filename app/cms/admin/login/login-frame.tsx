import { siteProfile } from '#app/cms/platform/site-profile.ts'
import type { ReactNode } from 'react'
import { ImagesProvider, Picture } from '#app/cms/media/picture.tsx'
import type { loginArt } from './login.server.ts'

interface LoginFrameProps extends ReturnType<typeof loginArt> {
  children: ReactNode
}

/** The frame of the pages before the sign-in: the company's name, a form, and the first picture of the website. */
export function LoginFrame({ companyName, art, images, children }: LoginFrameProps) {
  const { logo } = siteProfile()
  return (
    <div className="login">
      <main className="login__main">
        <div>
          <img src={logo.image} width={logo.width} height={logo.height} alt={companyName} />
        </div>
        {children}
        <p className="login__back">
          <a href="/">Back to the website</a>
        </p>
      </main>
      <div className="login__art">
        <ImagesProvider images={images}>
          <Picture file={art} alt="" sizes="(min-width: 56rem) 60vw, 1px" priority />
        </ImagesProvider>
      </div>
    </div>
  )
}
