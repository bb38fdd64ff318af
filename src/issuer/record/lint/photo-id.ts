import { element, type Rule } from './rule.ts';

const PHOTO_ID = 'org.iso.23220.photoid.1';
const DATA_GROUPS = 'org.iso.23220.datagroups.1';

export const PHOTO_ID_RULES: readonly Rule[] = [
  {
    id: 'travelDocument',
    summary: 'Data group 1 is accompanied by the type and the machine-readable zone of the travel document.',
    rule: 'ISO/IEC TS 23220-4 Table C.2',
    severity: 'error',
    check: (record) =>
      element(record, DATA_GROUPS, 'dg1')
        ? ['travel_document_type', 'travel_document_mrz']
            .filter((identifier) => !element(record, PHOTO_ID, identifier))
            .map((identifier) => ({ path: `${PHOTO_ID}/${identifier}`, problem: 'is missing beside dg1' }))
        : [],
  },
];
