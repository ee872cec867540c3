import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { ContentReader } from '#app/cms/define/content-reader.ts'
import type { ChecklistItem, ChecklistPart, ChecklistSite, RuleState } from '#app/cms/define/site-checklist.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { ANNUAL_REPORT, kindOf, type DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'
import { isPublicDocument } from '#app/site/collections/documents/document-rules.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { periodLabel } from '#app/site/collections/documents/financial-period.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { APPLIES } from '#app/site/sections/disclosures/applies.ts'
import { factOf } from '#app/site/sections/disclosures/company-facts.server.ts'
import { disclosureRows, type DisclosureRow } from '#app/site/sections/disclosures/disclosure-rows.ts'
import {
  disclosureStates,
  type DisclosureState,
  type MissingPart,
} from '#app/site/sections/disclosures/disclosure-states.server.ts'
import { disclosures } from '#app/site/sections/disclosures/disclosures.ts'
import type { DuePeriod } from '#app/site/sections/disclosures/due-period.ts'
import { endingRetention, RETENTION_DAYS } from './ending-retention.server.ts'
import { factOfEvidence, kindOfEvidence } from '#app/site/sections/disclosures/evidence.ts'
import { newDocumentAddress } from './new-document-address.ts'
import { howItEnded, partlyFound } from '#app/site/sections/disclosures/missing-words.ts'
import { offerDates } from './offer-dates.server.ts'
import { resultsPart } from './results-documents.server.ts'
import { nameOfEvidence } from '#app/site/sections/disclosures/row-evidence.server.ts'

/** What staff see of the disclosures: what is missing, what comes next, what may be archived, and what is in place. */
export function disclosureChecklist(site: ChecklistSite): ChecklistPart[] {
  const day = today()
  const states = disclosureStates(site, day)
  const inState = (wanted: DisclosureState['state']) => states.filter(({ state }) => state === wanted)
  const next = states.flatMap((state) => (state.next ? [{ ...state, next: state.next }] : []))
  const dates = offerDates(site.content, day)
  return [
    {
      id: 'missing',
      title: 'Missing now',
      empty: 'Everything that applies now is public.',
      isMissing: true,
      items: inState('open')
        .flatMap(({ row, missing }) => missing.map((part) => ({ row, part })))
        .toSorted((one, other) => compareText(other.part.since, one.part.since))
        .map(({ row, part }) => ({
          id: `${row._id} ${part.period?.lastDay ?? ''}`.trim(),
          title: titleOf(row, part.period),
          detail: whyOpen(row, part),
          ...ruleOf(row),
          steps: stepsOf(row, part.period, site.content, day),
        })),
    },
    ...(dates.length === 0
      ? []
      : [{ id: 'offer', title: 'Dates of the offer', empty: '', isOnDashboard: true, items: dates }]),
    {
      id: 'next',
      title: 'Due next',
      empty: 'No document is due for the current periods.',
      items: next
        .toSorted((one, other) => compareText(one.next.dueOn, other.next.dueOn))
        .map(({ row, next: period }) => ({
          id: row._id,
          title: titleOf(row, period),
          detail: `Due on ${formatDay(period.dueOn)}.`,
          ...ruleOf(row),
          steps: stepsOf(row, period, site.content, day),
        })),
    },
    resultsPart(site.content, day, new Set(inState('open').flatMap(({ row }) => kindOfEvidence(row.evidence) ?? []))),
    {
      id: 'later',
      title: 'Missing for a later stage of the offer',
      empty: 'Everything required at later stages of the offer is already public.',
      isFolded: true,
      items: inState('later').map(({ row, missing }) => ({
        id: row._id,
        title: titleOf(row, undefined),
        detail: [`${APPLIES[row.applies]}.`, ...missing.map(partlyFound)].filter(Boolean).join(' '),
        ...ruleOf(row),
        steps: stepsOf(row, undefined, site.content, day),
      })),
    },
    {
      id: 'archive',
      title: 'Retention ending soon',
      empty: `None in the next ${RETENTION_DAYS} days.`,
      items: endingRetention(site, day),
    },
    {
      id: 'shown',
      title: 'Public',
      empty: 'No row is public yet.',
      isFolded: true,
      items: inState('shown').map(asPublic),
    },
    ...[inState('ended')].flatMap((ended): ChecklistPart[] =>
      ended.length === 0
        ? []
        : [{ id: 'ended', title: 'No longer applies', empty: '', isFolded: true, items: ended.map(asEnded) }],
    ),
    {
      id: 'no',
      title: 'Does not apply',
      empty: 'Every row applies.',
      isFolded: true,
      items: inState('no').map(({ row }) => ({
        id: row._id,
        title: titleOf(row, undefined),
        detail: row.reason,
        ...ruleOf(row),
        steps: [rowStep(row)],
      })),
    },
  ]
}

const STATES: Record<DisclosureState['state'], RuleState> = {
  open: { label: 'Missing', tone: 'bad' },
  due: { label: 'Not due yet', tone: 'quiet' },
  later: { label: 'Later stage', tone: 'quiet' },
  shown: { label: 'Public', tone: 'good' },
  ended: { label: 'No longer applies', tone: 'quiet' },
  no: { label: 'Does not apply', tone: 'quiet' },
}

/** The state of each row, as the list of the rows shows it. */
export function statesOfRows(site: ChecklistSite): ReadonlyMap<string, RuleState> {
  return new Map(disclosureStates(site, today()).map(({ row, state }) => [row._id, STATES[state]]))
}

function asPublic({ row, links }: DisclosureState): ChecklistItem {
  return {
    id: row._id,
    title: titleOf(row, undefined),
    detail: wordsOfLink(links),
    ...ruleOf(row),
    steps: [rowStep(row)],
  }
}

function asEnded({ row, links, endedOn }: DisclosureState): ChecklistItem {
  const shown = wordsOfLink(links) || 'Nothing is public.'
  const detail = `${howItEnded(row, endedOn)} ${shown}`
  return { id: row._id, title: titleOf(row, undefined), detail, ...ruleOf(row), steps: [rowStep(row)] }
}

function wordsOfLink([link]: DisclosureState['links']) {
  return link ? `${link.label}${link.date === undefined ? '' : `, ${formatDay(link.date)}`}.` : ''
}

function compareText(one: string, other: string) {
  if (one === other) return 0
  return one < other ? -1 : 1
}

function titleOf(row: DisclosureRow, period: DuePeriod | undefined) {
  const name = nameOfEvidence(row)
  return period ? `${name}, ${periodLabel(period.financialYear, period.period)}` : name
}

/** What a row asks for, and `SEBI (LODR) Regulations, 2015 · 46(2)(m)`. */
function ruleOf({ law, clause, text }: DisclosureRow) {
  return { asks: text, source: `${law} · ${clause}` }
}

function whyOpen({ evidence, pageLink }: DisclosureRow, part: MissingPart) {
  const partly = partlyFound(part)
  if (part.period && partly !== '') return `It was due on ${formatDay(part.period.dueOn)}. ${partly}`
  if (part.period) return `It was due on ${formatDay(part.period.dueOn)} and is not public.`
  if (partly !== '') return partly
  if (kindOfEvidence(evidence)) return 'No document of this kind is public.'
  if (evidence === 'page' && /[?#]/.test(pageLink)) return 'Its address has a part after ? or #.'
  if (evidence === 'page') return 'The lists of the website have no such page.'
  if (evidence === 'text') return 'It is public only while the disclosure page is on.'
  return 'It is empty.'
}

type Step = ChecklistItem['steps'][number]

/** The screens that mend a row, the most likely one first. */
function stepsOf(row: DisclosureRow, period: DuePeriod | undefined, content: ContentReader, day: string): Step[] {
  const kind = kindOfEvidence(row.evidence)
  if (kind) return [newDocument(kind, period, day), ...notPublic(content, kind), rowStep(row)]
  if (row.evidence === 'text') return [{ label: 'Switch the page on', href: adminAddress(disclosures) }, rowStep(row)]
  const fact = factOf(factOfEvidence(row.evidence) ?? '')
  return fact
    ? [{ label: 'Enter it', href: `/admin/${fact.section}#editor-${fact.field}` }, rowStep(row)]
    : [rowStep(row)]
}

function rowStep({ _id }: DisclosureRow): Step {
  return { label: 'Edit the row', href: adminAddress(disclosureRows.entry(_id)) }
}

/** The form of a new document, with its kind and its period chosen. */
function newDocument(kind: DocumentKindId, period: DuePeriod | undefined, day: string): Step {
  if (kind === ANNUAL_REPORT) return { label: 'Add the report', href: `/admin/${reports.id}` }
  return { label: 'Add the document', href: newDocumentAddress(kind, period, day) }
}

/** The newest document of a kind that is hidden or withdrawn: perhaps it only has to be published again. */
function notPublic(content: ContentReader, kind: DocumentKindId): Step[] {
  const [newest] = content
    .entryKeys(documents)
    .flatMap((key) => {
      const value = content.find(documents.entry(key))?.value
      return value?.kind === kind && !isPublicDocument(value) ? [{ key, value }] : []
    })
    .sort((one, other) => (one.value.date < other.value.date ? 1 : -1))
  if (!newest) return []
  const state = newest.value.withdrawnBecause === '' ? newest.value.visibility : 'withdrawn'
  return [
    { label: `${kindOf(kind).label} that is ${state}`, href: adminAddress(documents.entry(newest.key, newest.value)) },
  ]
}
