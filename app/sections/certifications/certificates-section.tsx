import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { Label } from '#app/ui/label.tsx'
import { CertificateLink } from './certificate-link.tsx'
import type { Certifications } from './certifications.ts'
import './certificates-section.css'

/** The certificates as they lie on a desk: each sheet is the link to its PDF. */
export function CertificatesSection({
  content,
}: {
  content: Pick<Certifications, 'certificates' | 'certificatesTitle' | 'certificatesText'>
}) {
  if (content.certificates.length === 0) return null
  return (
    <section className="section on-studio" id="certificates" aria-labelledby="certificates-title">
      <div className="wrap certificates">
        <div className="certificates__text">
          <Label>Certificates</Label>
          <h2 id="certificates-title">{bindLastWords(content.certificatesTitle)}</h2>
          <p>{bindLastWords(content.certificatesText)}</p>
        </div>
        <ul className="certificates__list">
          {content.certificates.map((certificate) => (
            <li key={certificate._id} className="reveal">
              <CertificateLink certificate={certificate} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
