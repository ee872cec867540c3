import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { resolveImages } from '#app/media/library/used-files.server.ts'
import { heroSlides } from '#app/sections/hero-slides/hero-slides.ts'
import { site } from '#app/sections/site/site.ts'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { ImagesProvider, Picture } from '#app/media/pictures/picture.tsx'
import { LoginForm } from './login-form.tsx'
import { loginAction, loginLoader } from './login.server.ts'
import '#app/admin/shell/admin.css'
import { currentSite } from '#app/site.server.ts'

/** Where to go afterwards, and the company's name and first picture to be greeted by. */
export async function loader(args: LoaderFunctionArgs) {
  const way = await loginLoader(args)
  const art = currentSite().content.find(heroSlides)?.value.slides[0]?.image ?? ''
  const companyName = currentSite().content.find(site)?.value.companyName ?? ''
  return data(
    { ...way, art, images: resolveImages(art, currentSite().media.library), companyName },
    { status: way.problem === undefined ? 200 : 503 },
  )
}

export const action = loginAction

export const meta: MetaFunction = () => adminMeta('Log in')

/** The way into the administrator area. */
export default function LoginPage() {
  const { returnTo, hasDraft, problem, art, images, companyName } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const failure =
    refused ?? (problem === undefined ? undefined : { values: { username: '' }, errors: { form: [problem] } })
  return (
    <div className="login">
      <main className="login__main">
        <div>
          <img src="/images/logo.svg" width="145" height="48" alt={companyName} />
        </div>
        <LoginForm returnTo={returnTo} hasDraft={hasDraft} failure={failure} />
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
