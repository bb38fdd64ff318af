import { jpeg } from '../../test/support/portrait.ts';
import { documentFor } from '../mso/document.ts';

const PORTRAIT_BYTES = 20 * 1024;
const same = (text: string) => text;
const document = Object.fromEntries(documentFor({ fullDate: same, dateTime: same }));

const ISO = 'org.iso.18013.5.1';
const AAMVA = `${ISO}.aamva`;
const { DHS_compliance, family_name_truncation, given_name_truncation } = document[AAMVA] ?? {};

/**
 * The driving licence of the MSO benchmark as an import record, with the elements that AAMVA requires. Other
 * records are made from this one.
 */
export const ELEMENTS = {
  [ISO]: { ...document[ISO], portrait: jpeg({ bytes: PORTRAIT_BYTES }).toString('base64') },
  [AAMVA]: {
    DHS_compliance,
    family_name_truncation,
    given_name_truncation,
    domestic_driving_privileges: [],
    sex: 2,
  },
};
