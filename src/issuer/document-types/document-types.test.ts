import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_TYPES, DocumentTypeError, parseDocumentType } from './index.ts';

const namespaces = (docType: string) => DOCUMENT_TYPES.get(docType)?.namespaces ?? [];

function identifiers(docType: string, namespace: string): readonly (string | undefined)[] {
  const elements = namespaces(docType).find(({ name }) => name === namespace)?.elements ?? [];
  return elements.map(({ identifier }) => identifier);
}

function mandatory(docType: string, namespace: string): readonly (string | undefined)[] {
  const elements = namespaces(docType).find(({ name }) => name === namespace)?.elements ?? [];
  return elements.filter((element) => element.mandatory).map(({ identifier }) => identifier);
}

describe('The mobile driving licence', () => {
  const type = 'org.iso.18013.5.1.mDL';

  it('the mobile driving licence has the 33 elements of ISO 18013-5 Table 5, of which 11 are mandatory', () => {
    expect(new Set(identifiers(type, 'org.iso.18013.5.1')).size).toBe(33);
    expect(mandatory(type, 'org.iso.18013.5.1')).toEqual([
      'family_name',
      'given_name',
      'birth_date',
      'issue_date',
      'expiry_date',
      'issuing_country',
      'issuing_authority',
      'document_number',
      'portrait',
      'driving_privileges',
      'un_distinguishing_sign',
    ]);
  });

  it('the mobile driving licence has the elements of AAMVA (A2), of which 5 are mandatory where the namespace is used', () => {
    const aamva = 'org.iso.18013.5.1.aamva';
    const known =
      'domestic_driving_privileges name_suffix organ_donor veteran family_name_truncation given_name_truncation ' +
      'aka_family_name.v2 aka_given_name.v2 aka_suffix weight_range race_ethnicity EDL_credential DHS_compliance ' +
      'sex resident_county hazmat_endorsement_expiration_date CDL_indicator DHS_compliance_text ' +
      'DHS_temporary_lawful_status audit_information aamva_version first_name middle_names first_name_truncation ' +
      'middle_names_truncation';
    expect(identifiers(type, aamva)).toEqual(expect.arrayContaining(known.split(' ')));
    expect(mandatory(type, aamva)).toEqual([
      'domestic_driving_privileges',
      'family_name_truncation',
      'given_name_truncation',
      'sex',
      'DHS_compliance',
    ]);
  });
});

describe('The EU PID', () => {
  const type = 'eu.europa.ec.eudi.pid.1';

  it('the EU PID has the 26 attributes of PID Rulebook 3.1.2, mandatory ones as in 2.2 and 2.4', () => {
    expect(identifiers(type, type)).toHaveLength(26);
    expect(mandatory(type, type)).toEqual([
      'family_name',
      'given_name',
      'birth_date',
      'place_of_birth',
      'nationality',
      'issuing_authority',
      'issuing_country',
    ]);
  });

  it('the EU PID has no age elements, since the rulebook defines none', () => {
    expect(identifiers(type, type).filter((identifier) => identifier?.startsWith('age_'))).toEqual([]);
  });
});

describe('The photo ID', () => {
  const type = 'org.iso.23220.photoid.1';

  it('the photo ID has the elements of ISO/IEC TS 23220-4 Tables C.1 to C.3', () => {
    expect(namespaces(type).map(({ name, elements }) => [name, elements.length])).toEqual([
      ['org.iso.23220.1', 29],
      ['org.iso.23220.photoid.1', 11],
      ['org.iso.23220.datagroups.1', 18],
    ]);
    expect(mandatory(type, 'org.iso.23220.1')).toEqual([
      'family_name',
      'given_name',
      'birth_date',
      'portrait',
      'issue_date',
      'expiry_date',
      'issuing_authority',
      'issuing_country',
      'age_over_18',
    ]);
    expect(mandatory(type, 'org.iso.23220.datagroups.1')).toEqual(['dg1', 'dg2', 'sod']);
  });
});

const BADGE = `docType: org.example.badge.1
title: Badge
source: the example
expiryElement: [org.example.badge.1, until]
namespaces:
  - name: org.example.badge.1
    clause: example 1
    elements:
      - { identifier: name, type: text, mandatory: true }
      - { identifier: until, type: full-date }
      - { identifier: born, type: full-date }
      - identifier: age_over_NN
        identifierPattern: '^age_over_[0-9]{2}$'
        type: boolean
        derive: { rule: ageOver, from: born, ages: [18] }
`;

function problems(text: string): readonly string[] {
  try {
    parseDocumentType(text);
    return [];
  } catch (error) {
    if (error instanceof DocumentTypeError) return error.problems;
    throw error;
  }
}

describe('A document type in a file', () => {
  it('a document type file is YAML or JSON', () => {
    expect(parseDocumentType(BADGE).docType).toBe('org.example.badge.1');
    for (const name of ['mdl', 'pid', 'photo-id']) {
      const text = readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8');
      expect(parseDocumentType(text)).toEqual(JSON.parse(text));
    }
  });

  it.each([
    ['type: text', 'type: txt', '9:35 namespaces[0].elements[0].type must be one of text, uint, boolean'],
    ['title: Badge\n', '', '1:1 the file must have required properties title'],
    ['type: text,', 'type: text, colour: red,', '9:49 namespaces[0].elements[0].colour is not a member'],
    ['until]', 'end]', '4:16 expiryElement names no date of the type'],
    ['identifier: born', 'identifier: until', '11:23 namespaces[0].elements[2].identifier is repeated'],
    [
      "'^age_over_[0-9]{2}$'",
      "'^age_over_['",
      '13:28 namespaces[0].elements[3].identifierPattern is not a reg',
    ],
    ['from: born', 'from: name', '15:17 namespaces[0].elements[3].derive from names no full-date'],
    ['type: boolean', 'type: uint', '15:17 namespaces[0].elements[3].derive ageOver gives a boolean'],
    ['type: text,', 'type: array,', '9:35 namespaces[0].elements[0].type array needs items'],
    [
      'type: text,',
      'type: uint, format: latin1,',
      '9:49 namespaces[0].elements[0].format is a format of text',
    ],
    ['elements:', 'elements: {', ' is neither JSON nor YAML'],
  ])(
    'a wrong document type file is refused, and the error names the place: %s → %s',
    (good, bad, problem) => {
      expect(BADGE).toContain(good);
      expect(problems(BADGE.replace(good, bad)).join('\n')).toContain(problem);
    },
  );

  it('the example in the guide is a valid document type file', () => {
    const guide = readFileSync(new URL('../../../docs/reference/document-types.md', import.meta.url), 'utf8');
    const example = /```yaml\n([^`]+)```/.exec(guide)?.[1] ?? '';
    expect(parseDocumentType(example).docType).toBe('org.example.badge.1');
  });

  it('a document type file with any other content is refused', () => {
    for (const text of ['', 'null', '[]', '3', '"text"', '{"docType": 3}']) {
      expect(problems(text), text).not.toEqual([]);
    }
  });
});
