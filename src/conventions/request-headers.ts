import { invalidArgument } from './refusal.ts';

const ALLOWED: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'DELETE']);

const FORM = 'application/x-www-form-urlencoded';

export interface MethodRequest {
  readonly method: string;
  /** All values of `X-HTTP-Method-Override`. */
  readonly override: string | readonly string[] | undefined;
  readonly contentType: string | undefined;
}

export interface EffectiveMethod {
  readonly method: string;
  /** The body contains the query of a GET whose URL would be too long. */
  readonly queryInBody: boolean;
}

const isForm = (contentType = '') => contentType.split(';', 1)[0]!.trim().toLowerCase() === FORM;

/** Applies the override to POST only. Throws INVALID_METHOD_OVERRIDE. */
export function effectiveMethod({ method, override, contentType }: MethodRequest): EffectiveMethod {
  const sent = override === undefined ? [] : [override].flat();
  if (method !== 'POST' || sent.length === 0) return { method, queryInBody: false };
  const name = sent.length === 1 ? sent[0]!.trim().toUpperCase() : '';
  if (ALLOWED.has(name)) return { method: name, queryInBody: false };
  if (name === 'GET' && isForm(contentType)) return { method: name, queryInBody: true };
  const text = `Invalid X-HTTP-Method-Override: one of PATCH, PUT, DELETE, or GET with a body of the type ${FORM}`;
  throw invalidArgument('INVALID_METHOD_OVERRIDE', text, [], {
    location: { type: 'header', name: 'X-HTTP-Method-Override' },
  });
}

/** Sent with every answer, compressed or not, because both headers decide about compression. */
export const VARY = 'Accept-Encoding, User-Agent';

/** Smaller bodies, in bytes, are not compressed. */
const SMALLEST = 1024;

export interface GzipRequest {
  readonly acceptEncoding: string | undefined;
  readonly userAgent: string | undefined;
  /** Length of the body, in bytes. */
  readonly size: number;
}

const CODING = /^[ \t]*([^\s;]+)[ \t]*(?:;[ \t]*[qQ]=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/;

/** RFC 9110 12.5.3. The weight of gzip takes precedence over that of `*`; malformed members are ignored. */
function admitsGzip(acceptEncoding: string): boolean {
  const weights = new Map<string, number>();
  for (const member of acceptEncoding.split(',')) {
    const [, coding, weight = '1'] = CODING.exec(member) ?? [];
    if (coding === undefined) continue;
    const name = coding.toLowerCase().replace(/^x-gzip$/, 'gzip');
    if (!weights.has(name)) weights.set(name, Number(weight));
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Clients must name gzip in both `Accept-Encoding` and `User-Agent`. */
export function mayGzip({ acceptEncoding = '', userAgent = '', size }: GzipRequest): boolean {
  return size >= SMALLEST && userAgent.toLowerCase().includes('gzip') && admitsGzip(acceptEncoding);
}
