import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { newKeyPair } from '../formats/ec/index.ts';
import { completeStaticAuthData, decodeStaticAuthData, encodeIssuerSigned } from '../formats/mdoc/index.ts';
import type { IssuerDeps } from './deps.ts';
import { BYTES_FORMATS } from './document-types/formats.ts';
import { compiled } from './document-types/identifier.ts';
import type { DocumentType, TypeNamespace, ValueType } from './document-types/index.ts';
import { issueMsos } from './mso/issue.ts';
import { buildRecord } from './record/build-record.ts';
import type { RecordContext } from './record/calendar.ts';
import { issueDocument } from './record/document.ts';
import { decodeRecord } from './record/record.ts';

/** The code for a person of unspecified nationality (ICAO 9303-3, section 5). */
const UNSPECIFIED_NATIONALITY = 'X'.repeat(3);

/** A text element gets the first of these texts that its pattern and length allow. */
const SPECIMEN_TEXTS = ['SPECIMEN', UNSPECIFIED_NATIONALITY, 'X', '0', '00000'];

/** A plain grey JPEG of 240 by 320 pixels, the smallest that the rules for portraits accept. */
const PORTRAIT = new URL('../../data/specimen-portrait.jpg', import.meta.url);

const BIRTH = '1970-01-01';

type Make = (type: ValueType, context: RecordContext) => unknown;

const laterYear = (day: string) => `${Number(day.slice(0, 4)) + 2}-01-01`;

/** Values by the role of an element. The role takes precedence over the type. */
const BY_ROLE: Partial<Record<NonNullable<ValueType['role']>, Make>> = {
  issueDate: (_, { today }) => today,
  expiryDate: (_, { today }) => laterYear(today),
  issuingCountry: (_, { country }) => country,
  issuingSubdivision: (_, { country, stateOrProvince }) => stateOrProvince ?? `${country}-XX`,
};

function textOf({ pattern, maxLength, format }: ValueType, { country }: RecordContext): string | undefined {
  if (format === 'alpha-2' || format === 'alpha-2-or-3') return country;
  if (format === 'subdivision') return `${country}-XX`;
  const fits = (text: string) =>
    text.length <= (maxLength ?? text.length) && (pattern === undefined || compiled(pattern).test(text));
  return SPECIMEN_TEXTS.find(fits);
}

function mapOf({ members = {}, minMembers = 0 }: ValueType, context: RecordContext): object {
  const wanted = Object.entries(members).filter(([, { mandatory }], at) => mandatory || at < minMembers);
  return Object.fromEntries(wanted.map(([name, member]) => [name, specimenOf(member, context)]));
}

const BY_TYPE: Record<ValueType['type'], Make> = {
  text: textOf,
  uint: ({ minimum = 0 }) => minimum,
  boolean: () => false,
  bytes: ({ format }) =>
    Buffer.from(format && BYTES_FORMATS[format] ? readFileSync(PORTRAIT) : new Uint8Array(1)).toString(
      'base64',
    ),
  'full-date': () => BIRTH,
  date: () => BIRTH,
  'date-time': () => `${BIRTH}T00:00:00Z`,
  array: ({ items, minItems = 0 }, context) =>
    Array.from({ length: minItems }, () => items && specimenOf(items, context)),
  map: mapOf,
};

/** Uses the last of a list of values, which usually means "unknown". */
function specimenOf(type: ValueType, context: RecordContext): unknown {
  const make = (type.role && BY_ROLE[type.role]) ?? BY_TYPE[type.type];
  return type.values?.at(-1) ?? make(type, context);
}

function elementsOf({ elements }: TypeNamespace, context: RecordContext): object {
  const wanted = elements.flatMap(({ identifier, mandatory, derive, ...type }) =>
    identifier === undefined || !mandatory || derive ? [] : [[identifier, specimenOf(type, context)]],
  );
  return Object.fromEntries(wanted) as object;
}

/**
 * The elements of a specimen document: the mandatory elements of the type, with values that clearly belong to
 * no real person. Optional namespaces are included if the rules for records need them.
 */
export function specimenElements(type: DocumentType, context: RecordContext): object {
  const of = (namespaces: readonly TypeNamespace[]) =>
    Object.fromEntries(namespaces.map((namespace) => [namespace.name, elementsOf(namespace, context)]));
  const needed = type.namespaces.filter(({ optional }) => !optional);
  const { findings } = buildRecord(type, of(needed), context);
  const missed = type.namespaces.filter(({ name }) => findings.some(({ path }) => path === name));
  return of([...needed, ...missed]);
}

const NOBODY = { credentialId: 'specimen', versionId: 'specimen' };

/**
 * IssuerSigned (ISO 18013-5 8.3.2.1.2.2) of a record, issued like any other. The private device key is
 * discarded at once, so the document cannot be presented.
 */
export async function issueSpecimen(
  record: Uint8Array,
  type: DocumentType,
  deps: Pick<IssuerDeps, 'keys' | 'clock' | 'policy' | 'random'>,
): Promise<Uint8Array> {
  const namespaces = decodeRecord(record);
  const { point } = newKeyPair();
  const key = { point, keyHash: hash('sha256', point, 'buffer'), notAfter: Number.MAX_SAFE_INTEGER };
  const [mso] = await issueMsos(NOBODY, issueDocument(namespaces, type), [key], {
    ...deps,
    statusEntries: undefined,
  });
  if (!mso) throw new Error('no mobile security object was issued');
  const storedValue = (namespace: string, identifier: string) =>
    namespaces
      .find(({ name }) => name === namespace)
      ?.elements.find((element) => element.identifier === identifier)?.value;
  return encodeIssuerSigned(completeStaticAuthData(decodeStaticAuthData(mso.staticAuthData), storedValue));
}
