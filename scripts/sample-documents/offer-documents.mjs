import { COMPANY, heading, list, paragraph, table } from './sample-document.mjs'

/**
 * What goes with the public offer, and the certificates of the plant.
 *
 * @type {import('./sample-document.mjs').SampleDocument[]}
 */
export const offerDocuments = [
  {
    file: 'documents/draft-red-herring-prospectus.pdf',
    title: 'Draft Red Herring Prospectus',
    subtitle: 'Draft filed for observations; not an offer',
    date: '2025-08-06',
    blocks: [
      paragraph(
        'This draft is dated 6 August 2025. It is incomplete, may change, and becomes final only with the Red Herring Prospectus and the Prospectus. It is no offer of securities in any place.',
      ),
      heading('The offer'),
      table(
        ['Particulars', 'Entry'],
        [
          ['Issuer', COMPANY],
          ['Type', 'Fresh issue and offer for sale of equity shares'],
          ['Face value', 'Rs 10 per share'],
          ['Price band', 'To be fixed by book building'],
          ['Reservation', 'As the regulations on issue of capital and disclosure provide'],
          ['Stock exchanges', 'To be named in the final document'],
        ],
      ),
      heading('Risks in relation to the first issue'),
      paragraph(
        'This being the first public issue of the company, there has been no market for its shares. The face value and the issue price are no sign of the price at which they will trade. No assurance can be given that trading will be active or lasting.',
      ),
      heading('General risk'),
      paragraph(
        'Investment in shares carries risk, and nobody should put money in that he or she cannot afford to lose. Investors must rely on their own examination of the issuer and the offer. The Securities and Exchange Board of India neither recommends the shares nor guarantees the accuracy of this draft.',
      ),
      heading('Objects of the fresh issue'),
      table(
        ['Use', 'Rs crore'],
        [
          ['Third extrusion line for cable compounds', '62.0'],
          ['Storage and handling of bulk polymer', '18.5'],
          ['Repayment of term loans', '40.0'],
          ['Research and test laboratory', '9.5'],
          ['General corporate purposes', 'At most a quarter of the proceeds'],
        ],
      ),
      heading('The company'),
      paragraph(
        'The company was founded in 1991. Since 2002 it has made its products in Goa: compounds for power and communication cables, coating materials for steel pipe, and optical fibre cables. In the financial year 2024-25 revenue from operations was Rs 418.9 crore and profit after tax Rs 31.4 crore.',
      ),
      heading('Risk factors, a selection'),
      list(
        'The price of base polymers moves with crude oil; a rise that is passed on late lowers the margin.',
        'All products come from one site. A fire, flood or strike there would stop the whole of the output.',
        'The ten largest customers stand for 46 % of revenue, without long-term contracts.',
        'Approvals by pipeline operators take up to two years and may be withdrawn.',
        'Payments for imports are made in US dollars, most sales in rupees.',
        'The plant handles combustible dust and hot melt; insurance may not cover all losses.',
      ),
      heading('Our management'),
      paragraph(
        'The board has six members, three of them independent. Names and offices are on the website under Management, together with the composition of the committees.',
      ),
      heading('Outstanding litigation'),
      paragraph(
        'There are no criminal proceedings against the company, its promoters or its directors. Two tax demands of together Rs 0.6 crore are under appeal. No creditor is material under the policy of the board.',
      ),
      heading('Declaration'),
      paragraph(
        'All provisions of the Companies Act, 2013 and of the regulations that apply have been followed, and all statements in this draft are true and correct. A sample carries no signature.',
      ),
    ],
  },
  {
    file: 'documents/industry-report.pdf',
    title: 'Industry Report: Polymer Compounds for Cables and Pipes in India',
    subtitle: 'Assessment of the market, prepared for the offer document',
    date: '2025-07-21',
    blocks: [
      paragraph(
        'The report was made for the draft red herring prospectus. Market figures are the estimates of its authors, invented for this sample; forecasts rest on assumptions that may prove wrong.',
      ),
      heading('1. The economy and the power grid'),
      paragraph(
        'Generation capacity grows faster than the grid that carries it. Transmission plans to 2032 ask for some 1,90,000 circuit kilometres of lines. Underground cable is replacing overhead line in cities, and with it grows the demand for insulation and sheath.',
      ),
      heading('2. Compounds for cables'),
      table(
        ['Demand in India, kilotonnes', '2020', '2025', '2030 (forecast)'],
        [
          ['PVC compounds', '540', '690', '860'],
          ['PE and XLPE compounds', '310', '455', '640'],
          ['Halogen-free compounds', '38', '74', '150'],
          ['Filling compounds', '12', '17', '23'],
        ],
      ),
      paragraph(
        'Halogen-free compounds grow fastest, since metro lines, hospitals and data centres ask for cables that give off little smoke. XLPE gains with medium voltage: above 1.1 KV it has all but replaced paper and PVC.',
      ),
      heading('3. Coating of pipes'),
      paragraph(
        'Three-layer polyethylene is the usual coating of gas and water mains: epoxy powder, adhesive, and a top coat of HDPE. City gas networks and river-linking projects carry the demand. About two thirds of the adhesive was imported in 2020, less than half in 2025.',
      ),
      table(
        ['Demand in India, kilotonnes', '2020', '2025', '2030 (forecast)'],
        [
          ['HDPE top coat', '96', '138', '187'],
          ['Adhesive', '9', '13', '18'],
        ],
      ),
      heading('4. Optical fibre cables'),
      paragraph(
        'Rural broadband and the densification of mobile networks set the pace. Fibre laid in India passed 40 lakh route kilometres in 2024. Price pressure is strong; makers with their own compounds hold an advantage of three to five per cent in cost.',
      ),
      heading('5. Raw materials'),
      list(
        'Ethylene and its polymers: half of the need is met in the country; new crackers come on stream from 2027.',
        'PVC resin: more than half is imported.',
        'Flame retardant fillers: aluminium hydroxide from two domestic sources, magnesium hydroxide mostly imported.',
      ),
      heading('6. Competition'),
      paragraph(
        'Some forty makers supply compounds to cable works. The five largest hold about 38 % of the market. Approval by the cable maker and by the end customer protects a supplier once it is in; it also makes it slow to enter.',
      ),
      heading('7. Method and limits'),
      paragraph(
        'The figures were gathered from trade statistics, interviews with thirty market participants, and reports of companies. They were not audited. The authors hold no shares in the company.',
      ),
    ],
  },
  {
    file: 'documents/composition-of-committees.pdf',
    title: 'Composition of the Committees of the Board',
    subtitle: 'Committees, chairs and members',
    date: '2025-07-01',
    blocks: [
      heading('Audit committee'),
      committee('Sunita Deshprabhu', 'Farida Contractor', 'Rohan Naik'),
      heading('Nomination and remuneration committee'),
      committee('Farida Contractor', 'Sunita Deshprabhu', 'Thomas Pinto'),
      heading('Stakeholders’ relationship committee'),
      committee('Thomas Pinto', 'Meera Kamat', 'Vikram Shetye'),
      heading('Corporate social responsibility committee'),
      committee('Rohan Naik', 'Meera Kamat', 'Thomas Pinto'),
      heading('Risk management committee'),
      committee('Meera Kamat', 'Vikram Shetye', 'Sunita Deshprabhu'),
      heading('Terms of reference'),
      paragraph(
        'Each committee acts within terms that the board has laid down in line with the Companies Act, 2013 and the regulations on listing obligations. The audit committee and the nomination and remuneration committee have independent chairs. A committee has its quorum with two members or a third of them, whichever is more.',
      ),
      list(
        'The audit committee looks after accounts, auditors, internal control and related party transactions.',
        'The nomination and remuneration committee proposes directors and senior managers and judges their work.',
        'The stakeholders’ relationship committee sees that complaints of shareholders are answered.',
        'The corporate social responsibility committee chooses projects and follows what becomes of the money.',
        'The risk management committee keeps the register of risks and reports on it twice a year.',
      ),
    ],
  },
  certificate({
    file: 'documents/certificate-iso-9001.pdf',
    standard: 'ISO 9001:2015',
    system: 'Quality Management System',
    proves:
      'that requirements of customers are agreed, met and measured: from the inspection of raw materials through each extrusion run to the certificate of analysis that goes with every lot.',
  }),
  certificate({
    file: 'documents/certificate-iso-14001.pdf',
    standard: 'ISO 14001:2015',
    system: 'Environmental Management System',
    proves:
      'that effects on air, water, soil and neighbours are known, kept within the law, and lowered year by year: with a closed water circuit, dust extraction at every feeder, and re-use of purgings.',
  }),
]

/**
 * @param {string} chair
 * @param {...string} members
 */
function committee(chair, ...members) {
  return table(['Name', 'Position'], [[chair, 'Chair'], ...members.map((name) => [name, 'Member'])])
}

/**
 * @param {{ file: string, standard: string, system: string, proves: string }} certificate
 * @returns {import('./sample-document.mjs').SampleDocument}
 */
function certificate({ file, standard, system, proves }) {
  return {
    file,
    title: `Certificate ${standard}`,
    subtitle: system,
    date: '2024-04-15',
    blocks: [
      heading('This certifies'),
      paragraph(`that the ${system.toLowerCase()} of ${COMPANY} has been assessed and meets ${standard}.`),
      table(
        ['Particulars', 'Entry'],
        [
          ['Organisation', COMPANY],
          ['Site', 'Plot 00, Sample Industrial Estate, Goa 403 000, India'],
          [
            'Scope',
            'Development and manufacture of polymer compounds for cables and pipe coating, and of optical fibre cables',
          ],
          ['Certificate number', 'SAMPLE-0000'],
          ['First issued', '15 April 2012'],
          ['Valid until', '14 April 2027, subject to yearly surveillance'],
        ],
      ),
      heading('What it proves'),
      paragraph(`The assessment shows ${proves}`),
      heading('What it does not'),
      paragraph(
        'A management system certificate says how a company works. It does not certify a single product; test results of a grade are in its technical data sheet and in the certificate of analysis of the lot.',
      ),
    ],
  }
}
