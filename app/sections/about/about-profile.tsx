import { Label } from '#app/ui/label.tsx'
import { Prose } from '#app/ui/prose.tsx'
import type { About } from './about.ts'
import './about-profile.css'

/** What the company is: one statement, the profile, and the facts that investors look up. */
export function AboutProfile({ content, profileHtml }: { content: About; profileHtml: string }) {
  return (
    <div className="section">
      <section className="wrap about-row" id="about" aria-labelledby="about-label">
        <Label as="h2" id="about-label">
          About Us
        </Label>
        <p className="about-statement">{content.about}</p>
      </section>
      <section className="wrap about-row about-row--profile" id="company-profile" aria-labelledby="profile-label">
        <Label as="h2" id="profile-label">
          Company profile
        </Label>
        <div className="about-profile">
          <Prose html={profileHtml} />
          {content.facts.length > 0 && (
            <dl className="about-facts">
              {content.facts.map(({ _id, name, text }) => (
                <div key={_id} className="reveal">
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </section>
    </div>
  )
}
