/** Document types that the server issues. */
export const documentTypes = {
  lead: 'What records of holders can have. Holders are imported with these elements.',
  source: 'Specification',
  docType: 'Document type',
  columns: { element: 'Element', type: 'Type', mandatory: 'Mandatory' },
  /** Types of values in the files of document types. */
  types: {
    text: 'text',
    bytes: 'image or bytes',
    uint: 'number',
    boolean: 'yes or no',
    array: 'list',
    map: 'group of values',
    date: 'date, or date with time',
    'full-date': 'date',
    'date-time': 'date with time',
  },
  mandatory: 'yes',
  optional: 'no',
  elements: (namespace: string, count: number) =>
    `${namespace}: ${count === 1 ? '1 element' : `${count} elements`}`,
  emptyTitle: 'No document type is configured',
} as const;
