import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { enquiryHref } from '#app/site/addresses/enquiry-address.ts'
import { editionsPath, sheetPath } from '#app/site/addresses/grade-address.ts'
import { PRODUCT_TRAIL } from '#app/site/addresses/product-address.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { DefinitionRow, DefinitionRows } from '#app/site/ui/definition-rows.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import type { GradePage } from './grade-page.server.ts'
import { SheetValues } from './sheet-values.tsx'
import './grade-view.css'

/** The page of a grade. Printed, it is its data sheet. */
export function GradeView({ grade }: { grade: GradePage }) {
  const { title, use, product, groups, facts, standards, supply, formerNames } = grade
  return (
    <div className="grade">
      <PageIntro
        title={title}
        lead={use}
        trail={[...PRODUCT_TRAIL, { label: product.title, to: product.href }]}
        aside={
          <>
            <Picture className="grade__picture" {...product.picture} sizes={PICTURE_SIZES} priority />
            <EditionNote grade={grade} />
          </>
        }
      >
        {formerNames.length > 0 && <p className="grade__former">Formerly {formerNames.join(', ')}</p>}
        <StateNote grade={grade} />
        <Actions grade={grade} />
      </PageIntro>
      <DefinitionRows>
        <DefinitionRow id="values" label="Values">
          <SheetValues title={title} groups={groups} />
        </DefinitionRow>
        {facts.length + standards.length > 0 && (
          <DefinitionRow id="use" label="Use and standards">
            <Facts facts={facts} standards={standards} />
          </DefinitionRow>
        )}
        {supply.length > 0 && (
          <DefinitionRow id="supply" label="Processing and supply">
            <Facts facts={supply} />
          </DefinitionRow>
        )}
        {grade.editions.length > 0 && (
          <DefinitionRow id="editions" label="Editions">
            <Editions editions={grade.editions} />
            <p className="grade__feed">
              <a href={editionsPath(grade.href)}>RSS feed of the editions</a>
            </p>
          </DefinitionRow>
        )}
      </DefinitionRows>
      <OtherGrades grade={grade} />
      <ContactLine grade={grade} />
    </div>
  )
}

const PICTURE_SIZES = '(min-width: 64rem) 31rem, (min-width: 40rem) 20rem, 100vw'

function EditionNote({ grade: { edition, product, ownSheet } }: { grade: GradePage }) {
  return (
    <dl className="grade__edition">
      <div>
        <dt>Product</dt>
        <dd>
          <ContentLink to={product.href}>{product.title}</ContentLink>
        </dd>
      </div>
      <div>
        <dt>{ownSheet ? 'Edition of the values' : 'Edition'}</dt>
        <dd>
          {edition.number}
          {edition.date !== '' && ` (${edition.date})`}
        </dd>
      </div>
      {ownSheet && (
        <div>
          <dt>Data sheet</dt>
          <dd>{ownSheetInWords(ownSheet)}</dd>
        </div>
      )}
    </dl>
  )
}

/** `Our own PDF, Rev. 4 of 12 October 2026` */
function ownSheetInWords({ edition, date }: NonNullable<GradePage['ownSheet']>) {
  const state = [edition, date].filter(Boolean).join(' of ')
  return ['Our own PDF', state].filter(Boolean).join(', ')
}

/** Says that a grade is not made any more, or only on request. */
function StateNote({ grade: { availability, isDiscontinued, successor } }: { grade: GradePage }) {
  if (availability === '') return null
  if (!isDiscontinued) return <p className="grade__state">Made on request</p>
  return (
    <p className="grade__state">
      This grade is discontinued.{' '}
      {successor ? (
        <>
          Its successor is <ContentLink to={successor.href}>{successor.title}</ContentLink>.
        </>
      ) : (
        <>
          <ContentLink to="/contactus#form">Ask us</ContentLink> what takes its place.
        </>
      )}
    </p>
  )
}

function Actions({ grade: { key, href, isDiscontinued, ownSheet } }: { grade: GradePage }) {
  return (
    <p className="grade__actions">
      <a className="btn" href={sheetPath(href)} type="application/pdf">
        Data sheet (PDF{ownSheet?.bytes !== undefined && `, ${formatBytes(ownSheet.bytes)}`})
        <Icon name="download" />
      </a>
      {!isDiscontinued && (
        <>
          <ButtonLink to={enquiryHref([key], 'sample')} variant="line">
            Ask for a sample
          </ButtonLink>
          <ButtonLink to={enquiryHref([key], 'quotation')} variant="line">
            Ask for a quotation
          </ButtonLink>
        </>
      )}
    </p>
  )
}

function Facts({ facts, standards = [] }: Pick<GradePage, 'facts'> & Partial<Pick<GradePage, 'standards'>>) {
  return (
    <dl className="grade__facts">
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {byRelation(standards).map(([relation, those]) => (
        <div key={relation}>
          <dt>{relation}</dt>
          {those.map(({ name, certificate }) => (
            <dd key={name}>
              {name}
              {certificate && (
                <>
                  {' '}
                  <ContentLink to={certificate.href}>
                    Certificate<span className="visually-hidden">: {certificate.title}</span>
                  </ContentLink>
                </>
              )}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

/** The standards that a grade meets, those that it is suitable for, and those that it was tested to. */
function byRelation(standards: GradePage['standards']) {
  const found = new Map<string, GradePage['standards']>()
  for (const one of standards) found.set(one.relation, [...(found.get(one.relation) ?? []), one])
  return [...found]
}

/** Grades that a visitor may weigh against this one, and the way to see them side by side. */
function OtherGrades({ grade: { product, others, compare } }: { grade: GradePage }) {
  if (others.length === 0) return null
  return (
    <section className="section on-paper grade__more" id="others" aria-labelledby="others-title">
      <SectionHead
        id="others-title"
        title={`More from ${product.title}`}
        action={
          compare && (
            <ButtonLink to={compare.href} variant="line">
              {compare.text}
            </ButtonLink>
          )
        }
      />
      <ul className="wrap grade__others">
        {others.map((other) => (
          <li key={other.href}>
            <b>
              <ContentLink to={other.href}>{other.title}</ContentLink>
            </b>
            {other.use}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What each edition has changed, the newest first. */
function Editions({ editions }: Pick<GradePage, 'editions'>) {
  return (
    <ol className="grade__editions" reversed>
      {editions.map(({ number, date, sentence, changes }) => (
        <li key={number}>
          <h3>
            Edition {number} <span>{date}</span>
          </h3>
          <p>{sentence}</p>
          {changes.length > 0 && (
            <ul>
              {changes.map(({ name, from, to }, index) => (
                <li key={index}>
                  {name}: <Difference from={from} to={to} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

function Difference({ from, to }: { from: string; to: string }) {
  if (from === '') return <>{to}, new</>
  if (to === '') return <>{from}, left out</>
  return (
    <>
      <del>{from}</del> <span aria-hidden="true">→</span> <ins>{to}</ins>
    </>
  )
}

/** The last lines of a printed data sheet. */
function ContactLine({ grade: { company, address } }: { grade: GradePage }) {
  const parts = [company.name, company.email, company.phone].filter(Boolean)
  return (
    <footer className="wrap grade__print">
      <p>{parts.join(' · ')}</p>
      <p>The current edition is at {address}</p>
    </footer>
  )
}
