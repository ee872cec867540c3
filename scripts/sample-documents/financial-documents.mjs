import { COMPANY, heading, list, paragraph, table } from './sample-document.mjs'

/** Invented figures in crore of Indian rupees, and tonnes; the newest year first. */
const YEARS = [
  { year: '2024-25', revenue: 418.9, ebitda: 58.2, profit: 31.4, tonnes: 51_800, issued: '2025-09-12' },
  { year: '2023-24', revenue: 372.5, ebitda: 49.6, profit: 26.1, tonnes: 47_300, issued: '2024-09-14' },
  { year: '2022-23', revenue: 341.7, ebitda: 43.4, profit: 21.9, tonnes: 43_900, issued: '2023-09-11' },
  { year: '2021-22', revenue: 298.4, ebitda: 36.7, profit: 17.8, tonnes: 40_200, issued: '2022-09-15' },
  { year: '2020-21', revenue: 231.9, ebitda: 27.5, profit: 11.6, tonnes: 34_100, issued: '2021-09-18' },
  { year: '2019-20', revenue: 214.6, ebitda: 24.1, profit: 9.2, tonnes: 32_700, issued: '2020-09-24' },
  { year: '2018-19', revenue: 203.3, ebitda: 22.4, profit: 8.5, tonnes: 31_000, issued: '2019-09-20' },
]

/** What each year's report says about its own year. */
const EVENTS = {
  '2024-25':
    'The company prepared for a public issue of its shares. A second extrusion line for adhesives went into regular production, and the share of coating materials in sales rose to just under one third.',
  '2023-24':
    'The 3LPE coating system was certified as raw material by an independent laboratory, which opened pipeline tenders that had been closed to the company before.',
  '2022-23':
    'Adhesives for three-layer polyethylene coating completed their first full year. The test laboratory gained an oven row for long-term ageing.',
  '2021-22':
    'Demand for cable compounds recovered in all quarters. The adhesive for 3LPE coating was released to customers in the first quarter of calendar 2022.',
  '2020-21':
    'Production stood still for seven weeks in the first quarter. XLPE insulation compounds were introduced in the second half and found their first four customers.',
  '2019-20':
    'Sheathing compounds with protection against tracking, introduced in 2018, reached a tenth of sales. Freight costs weighed on exports in the last quarter.',
}

/**
 * Annual reports, annual returns and the accounts of group companies.
 *
 * @type {import('./sample-document.mjs').SampleDocument[]}
 */
export const financialDocuments = [
  ...YEARS.slice(0, -1).map((figures, index) => annualReport(figures, YEARS[index + 1] ?? figures)),
  ...[
    ['2023-24', '2024-11-30'],
    ['2022-23', '2023-11-28'],
    ['2021-22', '2022-11-29'],
    ['2020-21', '2021-11-26'],
    ['2019-20', '2020-12-30'],
  ].map(([year = '', date = '']) => annualReturn(year, date)),
  ...[
    ['2025', '2025-07-30'],
    ['2024', '2024-07-29'],
    ['2023', '2023-07-31'],
  ].map(([year = '', date = '']) => groupCompanies(year, date)),
]

/**
 * @typedef {(typeof YEARS)[number]} Figures
 * @param {Figures} figures
 * @param {Figures} before
 * @returns {import('./sample-document.mjs').SampleDocument}
 */
function annualReport(figures, before) {
  const { year, issued } = figures
  return {
    file: `reports/annual-report-${year}.pdf`,
    title: `Annual Report ${year}`,
    subtitle: 'Report of the board and summary of the accounts',
    date: issued,
    blocks: [
      heading('To the shareholders'),
      paragraph(
        `The board presents the report on the business of ${COMPANY} for the financial year ${year}, together with a summary of the audited accounts. Revenue from operations came to Rs ${crore(figures.revenue)} crore after Rs ${crore(before.revenue)} crore in the year before, a change of ${change(figures.revenue, before.revenue)}.`,
      ),
      paragraph(EVENTS[/** @type {keyof typeof EVENTS} */ (year)]),
      heading('Five figures of the year'),
      table(
        ['Rs crore, unless stated', year, before.year],
        [
          ['Revenue from operations', crore(figures.revenue), crore(before.revenue)],
          ['Earnings before interest, tax and depreciation', crore(figures.ebitda), crore(before.ebitda)],
          ['Margin', share(figures.ebitda, figures.revenue), share(before.ebitda, before.revenue)],
          ['Profit after tax', crore(figures.profit), crore(before.profit)],
          ['Compounds made (tonnes)', whole(figures.tonnes), whole(before.tonnes)],
        ],
      ),
      heading('Business'),
      paragraph(
        'The company makes compounds for the insulation and the sheath of cables, materials for the external coating of steel pipe, and optical fibre cables. It was founded in 1991 and has run its plant in Goa since 2002. About four fifths of the output goes to customers in India.',
      ),
      list(
        'Cable compounds: PVC, PE, XLPE and halogen-free flame-retardant grades, and filling compounds.',
        'Pipe coating: HDPE top coat and adhesive for two-layer and three-layer systems.',
        'Services: compounding on behalf of customers, and trade in base polymers.',
      ),
      heading('Raw materials and risk'),
      paragraph(
        'Base polymers follow the price of crude oil and ethylene with a delay of four to eight weeks. Most contracts pass the change on once a month. The ten largest customers stand for 46 % of revenue, the largest for 9 %. Imports paid in US dollars are covered for three months ahead.',
      ),
      heading('Safety and environment'),
      paragraph(
        'The plant is certified to ISO 9001 and ISO 14001. There was no reportable accident with lasting harm during the year. Process water runs in a closed circuit; purgings and start-up material are ground and used again in grades that permit it.',
      ),
      heading('Directors’ responsibility'),
      paragraph(
        'The directors state that the accounts follow the applicable accounting standards, that the policies chosen were applied throughout the year, that care was taken to keep adequate records and safeguard the assets, and that the accounts were prepared on a going concern basis.',
      ),
      heading('Dividend and outlook'),
      paragraph(
        'The board recommends that the profit be kept in the business, to pay for further extrusion capacity. It expects demand for cable compounds to grow with the power grid, and demand for coating materials with the city gas and water networks.',
      ),
    ],
  }
}

/**
 * @param {string} year
 * @param {string} date
 * @returns {import('./sample-document.mjs').SampleDocument}
 */
function annualReturn(year, date) {
  return {
    file: `documents/annual-return-mgt-7-${year}.pdf`,
    title: `Annual Return (MGT 7) ${year}`,
    subtitle: `Form MGT 7 for the financial year ${year}, in short`,
    date,
    blocks: [
      heading('I. Registration and other details'),
      table(
        ['Particulars', 'Entry'],
        [
          ['Corporate Identity Number', 'U00000GA1991PLC000000 (sample)'],
          ['Name of the company', COMPANY],
          ['Category', 'Public company limited by shares'],
          ['Year of incorporation', '1991'],
          ['Registered office', 'Plot 00, Sample Industrial Estate, Goa 403 000'],
          ['Financial year', `1 April ${year.slice(0, 4)} to 31 March 20${year.slice(-2)}`],
        ],
      ),
      heading('II. Principal business activities'),
      table(
        ['Activity', 'Share of turnover'],
        [
          ['Compounds for cables', '61 %'],
          ['Materials for pipe coating', '27 %'],
          ['Optical fibre cables', '8 %'],
          ['Compounding services and trade', '4 %'],
        ],
      ),
      heading('III. Share capital'),
      table(
        ['Equity shares of Rs 10 each', 'Number'],
        [
          ['Authorised', '3,00,00,000'],
          ['Issued, subscribed and paid up', '2,12,40,000'],
        ],
      ),
      heading('IV. Meetings'),
      list(
        'Annual general meeting: held within six months of the end of the year; all items were passed.',
        'Board: five meetings, with no gap of more than one hundred and twenty days.',
        'Audit committee: four meetings. Nomination and remuneration committee: two meetings.',
      ),
      heading('V. Penalties and compounding of offences'),
      paragraph('None were imposed on the company, its directors or its officers during the year.'),
      heading('VI. Certification'),
      paragraph(
        'The return states the facts as they stood at the close of the financial year, correctly and in full. The company has met the provisions of the Companies Act, 2013 and of its rules during the year. A sample carries no signature.',
      ),
    ],
  }
}

/**
 * @param {string} year
 * @param {string} date
 * @returns {import('./sample-document.mjs').SampleDocument}
 */
function groupCompanies(year, date) {
  const growth = Number(year) - 2023
  return {
    file: `documents/group-companies-${year}.pdf`,
    title: `Financial Statements of Group Companies ${year}`,
    subtitle: `Extract of the audited accounts for the year ended 31 March ${year}`,
    date,
    blocks: [
      heading('Basis'),
      paragraph(
        'Indian rules on public issues ask for certain figures of the companies of the group, taken from their audited accounts, to be kept on the website of the issuer. They are set out below for two group companies. Neither is listed on a stock exchange.',
      ),
      heading('Sample Extrusion Works Private Limited'),
      table(
        ['Rs lakh', `31 March ${year}`],
        [
          ['Equity share capital', '250.00'],
          ['Reserves', (812.4 + 96.1 * growth).toFixed(2)],
          ['Sales', (2940.5 + 310.2 * growth).toFixed(2)],
          ['Profit after tax', (124.8 + 18.4 * growth).toFixed(2)],
          ['Earnings per share, basic (Rs)', (4.99 + 0.74 * growth).toFixed(2)],
          ['Net asset value per share (Rs)', (42.5 + 3.84 * growth).toFixed(2)],
        ],
      ),
      heading('Sample Polymer Logistics Private Limited'),
      table(
        ['Rs lakh', `31 March ${year}`],
        [
          ['Equity share capital', '100.00'],
          ['Reserves', (203.7 + 31.5 * growth).toFixed(2)],
          ['Sales', (1106.2 + 88.9 * growth).toFixed(2)],
          ['Profit after tax', (41.3 + 5.2 * growth).toFixed(2)],
          ['Earnings per share, basic (Rs)', (4.13 + 0.52 * growth).toFixed(2)],
          ['Net asset value per share (Rs)', (30.37 + 3.15 * growth).toFixed(2)],
        ],
      ),
      heading('Notes'),
      list(
        'The auditors of both companies gave an opinion without qualification.',
        'Neither company has lost money in the last three years, or asked to be struck off the register.',
        'Business between the group companies and the issuer is done at market prices and shown in the related party note of the annual report.',
      ),
    ],
  }
}

/** @param {number} value */
function crore(value) {
  return value.toFixed(1)
}

/**
 * @param {number} part
 * @param {number} of
 */
function share(part, of) {
  return `${((100 * part) / of).toFixed(1)} %`
}

/**
 * @param {number} now
 * @param {number} before
 */
function change(now, before) {
  return share(now - before, before)
}

/** @param {number} value */
function whole(value) {
  return value.toLocaleString('en-IN')
}
