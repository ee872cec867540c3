import { ButtonLink } from '#app/ui/button-link.tsx'
import { ErrorPage } from './error-page.tsx'

/** A page whose content never could be read: its name, that it is missing, and the ways on. Answer it with status 503. */
export function PageUnavailable({ title }: { title: string }) {
  return (
    <ErrorPage
      title={title}
      text="This page cannot be shown at the moment. It will be back; until then, write to us and we will answer."
    >
      <ButtonLink to="/contactus">Contact us</ButtonLink>
      <ButtonLink to="/" variant="line">
        Home
      </ButtonLink>
    </ErrorPage>
  )
}
