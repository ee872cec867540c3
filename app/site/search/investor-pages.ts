import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { proseOf } from '#app/cms/search/texts-of-content.ts'
import { REGISTER_PAGE } from '#app/site/addresses/document-selection.ts'
import { disclosureRows } from '#app/site/sections/disclosures/disclosure-rows.ts'
import { disclosures, DISCLOSURES_PAGE } from '#app/site/sections/disclosures/disclosures.ts'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { industryReport } from '#app/site/sections/industry-report/industry-report.ts'
import { complaintLinks } from '#app/site/sections/investors/complaint-links.ts'
import { investors } from '#app/site/sections/investors/investors.ts'
import { keyFigures, nextDate, type KeyFigures } from '#app/site/sections/key-figures/key-figures.ts'
import { shownCommittees, shownDirectors, withTotals } from '#app/site/sections/management/board.ts'
import { management, type Management } from '#app/site/sections/management/management.ts'
import { OFFER_STAGES } from '#app/site/sections/offer/offer-stages.ts'
import { offer, type Offer } from '#app/site/sections/offer/offer.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { pageOfSection, type FindContent, type FixedPage } from './fixed-page.ts'

const INVESTORS = 'Investor Relations'

/** The pages for investors. */
export function* investorPages(site: SiteReader, find: FindContent): Iterable<FixedPage> {
  yield investorRelations(find)
  const board = find(management)
  if (board)
    yield {
      ...{ href: '/investors/board', title: 'Board and committees', place: INVESTORS },
      ...{ names: ['Board of directors'], basis: [board] },
      texts: () => textsOfBoard(board),
    }
  yield {
    ...{ href: '/investors/results', title: 'Financial results', place: INVESTORS, names: ['Quarterly results'] },
    basis: [],
    texts: () => ['Results, presentations, recordings and transcripts of each period.'],
  }
  yield {
    ...{ href: REGISTER_PAGE, title: 'Documents', place: INVESTORS, names: ['Policies', 'Downloads'], basis: [] },
    texts: () => ['Every report, result, policy and offer document of the company, by type and by date.'],
  }
  yield* pageOfSection(find, industryReport, { place: INVESTORS })
  // Of the page of the draft prospectus, no more than other pages say of it: visitors confirm a text before they read it.
  const draft = find(drhp)
  if (draft)
    yield {
      ...{ href: drhp.page, title: draft.title, place: INVESTORS, basis: [draft] },
      texts: () => [draft.lead],
    }
  const disclosed = find(disclosures)
  if (disclosed?.state === 'on') {
    const rows = listedRows(site, disclosureRows).map(({ law, clause, text }) => `${law}, ${clause}: ${text}`)
    yield {
      ...{ href: DISCLOSURES_PAGE, title: disclosed.title, place: INVESTORS, basis: [disclosed, rows.join('\n')] },
      texts: () => [...proseOf(disclosures, disclosed), ...rows],
    }
  }
}

function investorRelations(find: FindContent): FixedPage {
  const [page, figures, details] = [find(investors), find(keyFigures), find(siteDetails)]
  const next = figures && nextDate(figures, today())
  const sentence = sentenceOf(find(offer))
  return {
    ...{ href: '/investors', title: page?.title ?? INVESTORS, basis: [page, figures, details, next, sentence] },
    names: [
      ...['Investor grievance', 'Shareholders', 'Material contracts', 'Material creditors', 'Governance'],
      ...(sentence === undefined ? [] : ['Status of the offer']),
      ...(next ? [`Next date: ${formatLongDay(next.date)}`] : []),
    ],
    texts: () => [
      ...proseOf(investors, page, 'contacts', 'scoresLink', 'iepfLink', 'smartOdrLink'),
      ...(page?.contacts ?? []).flatMap(({ name, title, address, phone, email }) => [
        `${name}, ${title}`,
        `${address}, ${phone}, ${email}`,
      ]),
      ...(page ? complaintLinks(page).map(({ text }) => text) : []),
      ...(figures ? textsOfFigures(figures) : []),
      ...(next ? [next.title] : []),
      ...(sentence === undefined ? [] : [sentence]),
      ...(details ? [details.contacts.investorEmail] : []),
    ],
  }
}

/** What the pages for investors say of a proposed issue. */
function sentenceOf(stage: Offer | undefined) {
  return stage && OFFER_STAGES[stage.stage].isProposed ? stage.sentence : undefined
}

function textsOfFigures({ title, note, years, figures }: KeyFigures) {
  return [
    title,
    note,
    ...figures.map(
      ({ name, unit, values }) => `${name} (${unit}): ${values.map((value, at) => `${years[at]} ${value}`).join(', ')}`,
    ),
    ...figures.map(({ definition }) => definition),
  ]
}

function textsOfBoard(board: Management) {
  return [
    ...shownDirectors(board).flatMap(({ name, title, category, profile, seats, directorships, positions }) => [
      `${name}, ${title}`,
      [category, ...seats].join(', '),
      profile,
      ...directorships,
      ...positions,
    ]),
    ...shownCommittees(board).map(({ name, chair, members }) => `${name}: ${[chair, ...members].join(', ')}`),
    ...withTotals(board.familiarisation).map(
      ({ year }) => `Familiarisation programmes of independent directors ${year}`,
    ),
  ]
}
