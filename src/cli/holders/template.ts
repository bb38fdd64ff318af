import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvRow } from '../../conventions/csv.ts';
import type { DocumentType, ValueType } from '../../issuer/document-types/index.ts';
import type { Day } from '../../issuer/record/calendar.ts';
import { specimenElements } from '../../issuer/specimen.ts';
import { UsageError } from '../cli-errors.ts';

type Elements = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const JSON_TYPES: Readonly<Record<ValueType['type'], object>> = {
  text: { type: 'string' },
  uint: { type: 'integer' },
  boolean: { type: 'boolean' },
  bytes: { type: 'string', description: 'base64, or the name of an image file beside the file of records' },
  'full-date': { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  date: { type: 'string', description: 'YYYY-MM-DD, or YYYY-MM-DDThh:mm:ssZ' },
  array: { type: 'array' },
  map: { type: 'object' },
};

/** JSON Schema of a value. The server also checks what it cannot say, such as codes of countries. */
function schemaOf(type: ValueType): object {
  const { maxLength, pattern, values, minimum, maximum, items, minItems, members } = type;
  const limits = type.type === 'bytes' ? {} : { maxLength, pattern };
  const inner = members && {
    properties: Object.fromEntries(Object.entries(members).map(([name, one]) => [name, schemaOf(one)])),
    required: Object.keys(members).filter((name) => members[name]?.mandatory),
    additionalProperties: false,
  };
  const list = items && { items: schemaOf(items), minItems };
  return { ...JSON_TYPES[type.type], ...limits, enum: values, minimum, maximum, ...list, ...inner };
}

function namespaceSchema(elements: readonly ValueType[]) {
  const named = elements.filter(({ identifierPattern }) => identifierPattern === undefined);
  const families = elements.filter(({ identifierPattern }) => identifierPattern !== undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((one) => [one.identifier, schemaOf(one)])),
    patternProperties: Object.fromEntries(families.map((one) => [one.identifierPattern, schemaOf(one)])),
    required: named.filter(({ mandatory }) => mandatory).map(({ identifier }) => identifier),
    additionalProperties: false,
  };
}

const recordSchema = ({ docType, title, namespaces }: DocumentType) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 256, description: 'Yours; no personal data.' },
    documentType: { const: docType },
    elements: {
      type: 'object',
      properties: Object.fromEntries(
        namespaces.map(({ name, elements }) => [name, namespaceSchema(elements)]),
      ),
      required: namespaces.filter(({ optional }) => !optional).map(({ name }) => name),
      additionalProperties: false,
    },
  },
  required: ['id', 'elements'],
  additionalProperties: false,
});

const cellOf = (value: unknown) =>
  value === undefined || typeof value === 'string' ? value : JSON.stringify(value);

/** All elements as headings, and the example as the only row. */
function csvOf({ docType, namespaces }: DocumentType, example: Elements): string {
  const given = namespaces.filter(({ name, optional }) => !optional || example[name]);
  const columns = given.flatMap(({ name, elements }) =>
    elements.flatMap(({ identifier, identifierPattern }) =>
      identifier === undefined || identifierPattern !== undefined ? [] : [{ name, identifier }],
    ),
  );
  const headings = columns.map(({ name, identifier }) => `${name}/${identifier}`);
  const cells = columns.map(({ name, identifier }) => cellOf(example[name]?.[identifier]));
  return `${csvRow(['id', 'documentType', ...headings])}\n${csvRow(['example-1', docType, ...cells])}\n`;
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Writes headings, a schema and an example of a document type into a folder; returns the names of the files. */
export function writeTemplate(
  type: DocumentType,
  folder: string,
  country: string,
  now: Date,
): readonly string[] {
  const context = { today: now.toISOString().slice(0, 10) as Day, timeZone: 'UTC', country };
  const elements = specimenElements(type, context) as Elements;
  const files = {
    'records.csv': csvOf(type, elements),
    'record.schema.json': json(recordSchema(type)),
    'example.json': json({ id: 'example-1', documentType: type.docType, elements }),
  };
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`the folder ${folder} cannot be made (${(error as NodeJS.ErrnoException).code})`);
  }
  return Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    try {
      writeFileSync(path, text, { flag: 'wx' });
    } catch (error) {
      const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
      throw isThere ? new UsageError(`${path} exists; name another folder with --out`) : error;
    }
    return path;
  });
}
