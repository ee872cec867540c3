import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { ButtonLink } from '#app/ui/button-link.tsx'
import { Label } from '#app/ui/label.tsx'
import type { Careers } from './careers.ts'
import './apply-section.css'

/** How to apply. Without the employment e-mail address, which is content of the whole site, by the contact page. */
export function ApplySection({
  content,
  email,
}: {
  content: Pick<Careers, 'applyTitle' | 'applyLead' | 'steps'>
  email: string | undefined
}) {
  return (
    <section className="section on-ink" id="apply" aria-labelledby="apply-title">
      <div className="wrap apply">
        <div>
          <Label>Apply</Label>
          <h2 id="apply-title">{bindLastWords(content.applyTitle)}</h2>
          <p className="lead">{bindLastWords(content.applyLead)}</p>
          {email === undefined ? (
            <ButtonLink to="/contactus">Contact us</ButtonLink>
          ) : (
            <a className="apply__email" href={`mailto:${email}`}>
              {email}
            </a>
          )}
        </div>
        {content.steps.length > 0 && (
          <ol className="apply__steps">
            {content.steps.map(({ title, text }, index) => (
              <li key={index}>
                <h3>{title}</h3>
                <p>{bindLastWords(text)}</p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}
