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
