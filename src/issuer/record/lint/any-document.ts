import { type ImageSize, imageSize } from '../../document-types/index.ts';
import { inRole, type Rule, unless } from './rule.ts';

/** Compares only alpha-2 codes, the form in certificates. Alpha-3 codes are not checked. */
const isOther = (value: unknown, country: string) => (value as string).length === 2 && value !== country;

export const ISSUER_RULES: readonly Rule[] = [
  {
    id: 'countryOfSigner',
    summary: 'The issuing country is the country in the certificate of the document signer.',
    rule: 'ISO/IEC 18013-5 B.1.4',
    requirement: 'A3',
    severity: 'error',
    check: (record) =>
      unless(
        (value) => !isOther(value, record.context.country),
        'must be the country of the document signer (issuer.country)',
        inRole(record, 'issuingCountry'),
      ),
  },
  {
    id: 'subdivisionOfCountry',
    summary: 'The issuing jurisdiction begins with the issuing country.',
    rule: 'ISO/IEC 18013-5 7.2.1',
    requirement: 'A3',
    severity: 'error',
    check: (record) =>
      inRole(record, 'issuingCountry').flatMap(({ value: country }) =>
        unless(
          (value) => !isOther(country, (value as string).slice(0, 2)),
          'must begin with the issuing country',
          inRole(record, 'issuingSubdivision'),
        ),
      ),
  },
  {
    id: 'subdivisionOfSigner',
    summary:
      'The issuing jurisdiction is the state in the certificate of the document signer, if that has one.',
    rule: 'ISO/IEC 18013-5 B.1.4',
    requirement: 'A3',
    severity: 'error',
    check: (record) => {
      const { stateOrProvince } = record.context;
      return unless(
        (value) => stateOrProvince === undefined || value === stateOrProvince,
        'must be the state of the document signer (issuer.stateOrProvince)',
        inRole(record, 'issuingSubdivision'),
      );
    },
  },
];

/** About 90 pixels between the eyes in a full frontal image. */
const LEAST: ImageSize = { width: 240, height: 320 };

function isLargeEnough(value: unknown): boolean {
  const size = value === '' ? undefined : imageSize(Buffer.from(value as string, 'base64'));
  return size === undefined || (size.width >= LEAST.width && size.height >= LEAST.height);
}

export const PORTRAIT_RULES: readonly Rule[] = [
  {
    id: 'smallPortrait',
    summary: 'A portrait has at least 240 by 320 pixels.',
    rule: 'ISO/IEC 19794-5 8.4',
    requirement: 'A2',
    severity: 'warning',
    check: (record) =>
      unless(
        isLargeEnough,
        `is smaller than ${LEAST.width} by ${LEAST.height} pixels: faces are hard to compare with it`,
        inRole(record, 'portrait'),
      ),
  },
];
