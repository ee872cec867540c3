import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { lazy, Suspense } from 'react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import { loginAction, loginArt, loginLoader } from './login.server.ts'
import { currentSite } from '#app/site.server.ts'
import '#app/admin/shell/admin.css'

/** The page to go to afterwards, and the frame of the page. */
export async function loader(args: LoaderFunctionArgs) {
  const way = await loginLoader(args)
  const offersPasskey = currentSite().auth.passkeys.isOffered()
  return data({ ...way, ...loginArt(), offersPasskey }, { status: way.problem === undefined ? 200 : 503 })
}

// Loaded only where a passkey can be used.
const PasskeyButton = lazy(() => import('./passkey-button.tsx').then((module) => ({ default: module.PasskeyButton })))

export const action = loginAction

export const meta: MetaFunction = () => adminMeta('Log in')

/** The way into the administrator area. */
export default function LoginPage() {
  const { returnTo, hasDraft, problem, offersPasskey, ...art } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const failure =
    refused ?? (problem === undefined ? undefined : { values: { username: '' }, errors: { form: [problem] } })
  return (
    <LoginFrame {...art}>
      <div className="login__ways">
        <LoginForm returnTo={returnTo} hasDraft={hasDraft} failure={failure} />
        {offersPasskey && (
          <Suspense>
            <PasskeyButton returnTo={returnTo} />
          </Suspense>
        )}
      </div>
    </LoginFrame>
  )
}
