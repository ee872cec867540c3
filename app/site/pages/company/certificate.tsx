import { data, useLoaderData } from '@remix-run/react'
import {
  CertificatesSection,
  LotSection,
  StandardMarks,
  StandardsSection,
} from '#app/site/sections/certifications/certifications-page.tsx'
import { listedDocument } from '#app/site/sections/document-register/listed-document.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { documentSizes } from '#app/site/sections/document-register/page-documents.server.ts'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { certifications } from '#app/site/sections/certifications/certifications.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { currentSite } from '#app/cms/site.server.ts'

const NAME = 'Certifications'

export function loader() {
  const page = readCertificate()
  return data(page, { status: page.content ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, { share: 'certificate', title: NAME, description: page.data?.content && describe(page.data.content) })

/** Names the standards, because people search for them. */
function describe({ standards, lead }: { standards: { name: string }[]; lead: string }) {
  return `${standards.map(({ name }) => name).join(', ')}. ${lead}`
}

export default function CertificatePage() {
  const { content, certificates, certificatesTitle = '', images, documents: sizes } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <ImagesProvider images={images}>
      <DocumentsProvider documents={sizes}>
        <PageIntro
          title={content.title}
          lead={content.lead}
          crumb={NAME}
          aside={content.standards.length > 0 && <StandardMarks standards={content.standards} />}
        />
        <StandardsSection
          standards={content.standards}
          {...(certificates.length === 0 && { note: content.certificatesText })}
        />
        <CertificatesSection title={certificatesTitle} text={content.certificatesText} certificates={certificates} />
        <LotSection lot={content.lot} />
      </DocumentsProvider>
    </ImagesProvider>
  )
}

/** The data of the certifications page, from memory. `content` is undefined if its file has never been readable. */
function readCertificate() {
  const found = currentSite().content.find(certifications)?.value
  const register = currentSite().service(documentRegister)
  const sheets = register.inList('certificates').map((document) => ({
    ...{ section: document.section, image: document.image, imageAlt: document.imageAlt },
    ...listedDocument(document),
  }))
  const sheetOf = (key: string) =>
    key === '' ? undefined : sheets.find(({ section }) => section === documents.entry(key).id)
  const content = found && {
    ...leaveOut(found, 'certificatesTitle'),
    standards: found.standards.map(({ certificate, ...standard }) => {
      const sheet = sheetOf(certificate)
      return { ...standard, sheet: sheet && leaveOut(sheet, 'section', 'slug') }
    }),
  }
  const shown = new Set(found?.standards.map(({ certificate }) => sheetOf(certificate)))
  const certificates = sheets.filter((sheet) => !shown.has(sheet)).map((sheet) => leaveOut(sheet, 'section'))
  return {
    content,
    certificates,
    certificatesTitle: certificates.length > 0 ? found?.certificatesTitle : undefined,
    images: resolveImages([content, certificates], currentSite().media.library),
    documents: documentSizes([content, certificates]),
  }
}
