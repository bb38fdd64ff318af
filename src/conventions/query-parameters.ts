import { faultsOf, gather, invalidArgument, shown } from './refusal.ts';
import type { FieldViolation, StatusError } from './status.ts';

/** Parameters of a query string or of a form body, each with its values in order. */
export type Query = ReadonlyMap<string, readonly string[]>;

/** The refusal of a parameter that is repeated with different values. */
export const repeatedParameter = (field: string): FieldViolation => ({
  field,
  description: `The query parameter '${field}' is repeated with another value.`,
});

/** @throws URIError if the text is not UTF-8 */
const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

const ENCODED = /[%+]/;

/** The names and values of a form. For ordinary forms several times as fast as URLSearchParams, with the same result. */
function entriesOf(text: string): Iterable<readonly [string, string]> {
  const form = text.startsWith('?') ? text.slice(1) : text;
  const entries: [string, string][] = [];
  try {
    for (const part of form.split('&')) {
      if (part === '') continue;
      const end = part.indexOf('=');
      const name = end < 0 ? part : part.slice(0, end);
      const value = end < 0 ? '' : part.slice(end + 1);
      if (ENCODED.test(part)) entries.push([decoded(name), decoded(value)]);
      else entries.push([name, value]);
    }
    return entries;
  } catch {
    return new URLSearchParams(text);
  }
}

/** Reads `application/x-www-form-urlencoded` text: `+` is a space. */
export function parseQuery(text: string): Query {
  const query = new Map<string, string[]>();
  for (const [name, value] of entriesOf(text)) {
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}

export interface SystemParameters {
  /** The mask of the partial response as sent; absent if there is none. */
  readonly fields?: string;
  readonly prettyPrint: boolean;
  /** 1 adds the older `errors[]` to error bodies. */
  readonly errorFormat: 1 | 2;
}

const INVALID = 'INVALID_SYSTEM_PARAMETER';

const NO_JSONP = 'JSONP answers are not served';
const NO_TOKENS = 'Credentials are not accepted in the URL; send them in the Authorization header';

const REFUSED: Readonly<Record<string, string>> = {
  callback: NO_JSONP,
  $callback: NO_JSONP,
  access_token: NO_TOKENS,
  $access_token: NO_TOKENS,
  oauth_token: NO_TOKENS,
  $oauth_token: NO_TOKENS,
};

const READ = ['fields', '$fields', 'alt', '$alt', 'prettyPrint', '$prettyPrint', '$.xgafv'];
const IGNORED = ['key', 'quotaUser', 'uploadType', 'upload_protocol'];

/** System parameters, which all methods accept. */
export const SYSTEM_PARAMETER_NAMES: ReadonlySet<string> = new Set([
  ...READ,
  ...IGNORED,
  '$key',
  '$quotaUser',
  ...Object.keys(REFUSED),
]);

function refused(name: string, message: string, value: string): StatusError {
  const violation = { field: name, description: message, metadata: { value: shown(value) } };
  return invalidArgument(INVALID, message, [violation], {
    location: { type: 'parameter', name },
  });
}

/** The values of a parameter under both its names. */
const valuesOf = (query: Query, name: string): readonly string[] => [
  ...(query.get(name) ?? []),
  ...(query.get(`$${name}`) ?? []),
];

/** A parameter whose repetitions all have the same value. */
function oneOf(query: Query, name: string): string | undefined {
  const values = valuesOf(query, name);
  if (new Set(values).size < 2) return values[0];
  const violation = repeatedParameter(name);
  throw invalidArgument(INVALID, violation.description, [violation], {
    location: { type: 'parameter', name },
  });
}

/**
 * The mask of the partial response as sent, from the query or otherwise from the header. Throws
 * INVALID_SYSTEM_PARAMETER.
 */
export function fieldsParameter(
  query: Query,
  header: (name: string) => string | undefined,
): string | undefined {
  return oneOf(query, 'fields') ?? header('x-goog-fieldmask');
}

function checkRefused(query: Query): void {
  const faults = faultsOf(INVALID);
  for (const [name, problem] of Object.entries(REFUSED)) {
    const description = `Unsupported query parameter '${name}': ${problem}.`;
    if (query.has(name)) faults.add({ field: name, description });
  }
  faults.raise();
}

function checkAlt(query: Query): void {
  const alt = oneOf(query, 'alt');
  if (alt === undefined || alt === '' || alt === 'json') return;
  if (alt === 'media') throw refused('alt', 'Unsupported alt type "media" for non byte stream request.', alt);
  throw refused('alt', `Invalid value "${shown(alt)}" for query parameter 'alt'`, alt);
}

function errorFormat(query: Query): 1 | 2 {
  const value = oneOf(query, '$.xgafv') ?? '2';
  if (value === '1') return 1;
  if (value === '2') return 2;
  const text = `Invalid query parameters. Invalid value '${shown(value)}' for system query parameter : $.xgafv`;
  throw refused('$.xgafv', text, value);
}

function prettyPrint(query: Query): boolean {
  const value = oneOf(query, 'prettyPrint') ?? 'true';
  if (value === 'true' || value === 'false') return value === 'true';
  throw refused(
    'prettyPrint',
    `Invalid value "${shown(value)}" for query parameter 'prettyPrint'; it is true or false`,
    value,
  );
}

/**
 * Reads the system parameters. `header` returns a request header by its lower-case name. Throws
 * INVALID_SYSTEM_PARAMETER with all bad parameters.
 */
export function readSystemParameters(
  query: Query,
  header: (name: string) => string | undefined,
): SystemParameters {
  const { format, fields, pretty } = gather({
    format: () => errorFormat(query),
    refused: () => checkRefused(query),
    alt: () => checkAlt(query),
    fields: () => fieldsParameter(query, header),
    pretty: () => prettyPrint(query),
    ignored: () => gather(Object.fromEntries(IGNORED.map((name) => [name, () => oneOf(query, name)]))),
  });
  return { ...(fields !== undefined && { fields }), prettyPrint: pretty, errorFormat: format };
}
