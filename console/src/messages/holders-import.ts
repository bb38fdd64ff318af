import { n, of } from './counts.ts';

const records = (count: number) => of(count, 'record', 'records');

/** The import of holders from a file. */
export const holdersImport = {
  title: 'Import holders',
  lead: 'The file is checked first; nothing is stored until you confirm.',
  back: 'All holders',
  choose: 'File with records, and images that it names',
  chooseHint:
    'JSON, JSON Lines (.jsonl) or CSV, UTF-8, up to 64 MB. A portrait is base64 or the name of an image.',
  check: 'Check',
  noFile: 'Choose a file whose name ends in .csv, .json, .jsonl or .ndjson.',
  twoFiles: 'Choose one file with records; the others must be images.',
  tooLargeFile: 'The file has more than 64 MB. Import it from the command line.',
  notUtf8: 'The file is not UTF-8. Save it as UTF-8, or import it from the command line with a map.',
  formats: 'File format',
  formatText:
    'CSV has a heading line: id, documentType (optional; the default is the mDL), and one column for each element, as identifier or namespace/identifier. Lists and maps are JSON in their cell. JSON is a record, a list of them, or {"holders": […]}.',
  command: 'From the command line, also for files of any size:',
  commandLine: 'diptych holders import holders.csv --dry-run',
  reading: 'Reading the file …',
  progress: (done: number, total: number) => `${n(done)} of ${n(total)}`,
  phases: {
    reading: 'Reading',
    checking: 'Checking',
    checked: 'Checked; nothing is stored yet',
    importing: 'Importing',
    stopped: 'Stopped',
    signedOut: 'Stopped, because you signed out',
    failed: 'Failed',
    done: 'Done',
  },
  leave: 'You can use other pages in the meantime. Keep this tab open.',
  counts: { created: 'New', updated: 'Changed', unchanged: 'The same', refused: 'Would fail' },
  refusedText: (count: number) =>
    `${records(count)} would fail. Correct the file and choose it again; nothing was stored.`,
  nothing: 'The file has no records, or all of them are stored already.',
  start: (count: number) => `Import ${records(count)}`,
  stop: 'Stop',
  goOn: (count: number) => `Continue with ${records(count)}`,
  sendAgain: 'Send again',
  another: 'Another file',
  imported: (count: number, superseded: number) =>
    `${records(count)} imported.${superseded > 0 ? ` ${n(superseded)} credentials get a new version.` : ''}`,
  importedNext:
    'The search finds what was imported. On the page of a person you issue the code for the wallet.',
  seeOne: 'Open the person',
  seeAll: 'Show the newest holders',
  waits: (count: number) => `${records(count)} wait for a second person`,
  waitsText: 'After another person has approved them, send them again to store them.',
  approval: 'See the request',
  headings: 'The heading line is wrong',
  or: ' or ',
  headingProblems: {
    noId: (_heading: string, _places: string) => 'There is no column id.',
    twice: (heading: string, _places: string) => `Column ${heading} occurs twice.`,
    empty: (heading: string, _places: string) => `Column ${heading} has no heading.`,
    unknown: (heading: string, _places: string) =>
      `Column ${heading} is not an element of a document type that is served.`,
    sameElement: (heading: string) => `Two columns hold ${heading}.`,
    ambiguous: (heading: string, places: string) => `Column ${heading} is ambiguous: write ${places}.`,
  },
  problems: {
    notJson: (_column: string, _text: string) => 'is not JSON',
    tooDeep: (_column: string, _text: string) => 'is nested too deeply',
    unsafeName: (_column: string, _text: string) => 'has a member named __proto__ or constructor',
    tooLargeNumber: (_column: string, _text: string) => 'has a number that is too large',
    repeated: (column: string, text: string) =>
      `has the member ${column} twice in one object, on line ${text}`,
    repeatedInCell: (_column: string, text: string) => `has the member ${text} twice in one object`,
    cells: (_column: string, text: string) => `has another number of cells than the heading line (${text})`,
    column: (column: string, _text: string) =>
      `has a value in column ${column}, which its document type does not have`,
    image: (_column: string, text: string) => `names the image ${text}; choose it together with the file`,
    tooLarge: (_column: string, _text: string) => 'has more than 1 MiB',
    tooMany: (_column: string, _text: string) => 'has too many values',
    noRecord: (_column: string, _text: string) => 'is not a record: it needs id and elements',
    again: (_column: string, text: string) => `has an id that is already in row ${text}`,
    quoteOpen: (_column: string, _text: string) => 'has a quote that is not closed',
    quoteInside: (_column: string, _text: string) =>
      'has a quote inside a cell; put the cell in quotes and double the quote',
    tooLong: (_column: string, _text: string) => 'is too long',
    quoteInQuoted: (_column: string, _text: string) => 'has a quote inside a quoted cell; double it',
  },
  faults: 'Faults and warnings',
  faultColumns: { row: 'Row', column: 'Column', holder: 'Holder', problem: 'Problem', rule: 'Rule' },
  kinds: { error: 'fault', warning: 'warning' },
  more: (count: number) => `… and ${n(count)} more.`,
  exportFaults: 'Export faults (CSV)',
  changes: 'Differences',
  changesText: 'Names of the elements that would change; their values are not shown.',
  changeColumns: { row: 'Row', holder: 'Holder', elements: 'Elements' },
  wholeRow: 'the whole row',
  signedOutText: (done: number) =>
    `At least ${records(done)} are stored. Choose the file again to import the others: what is stored already counts as the same.`,
  failedTitle: 'The import was interrupted',
  failedText: (done: number) => `${records(done)} are stored. Continue to send the others.`,
} as const;
