/** Sent with every answer, compressed or not: both headers decide. */
export const VARY = 'Accept-Encoding, User-Agent';

/** Smaller bodies are not worth compressing, in bytes. */
const SMALLEST = 1024;

export interface GzipRequest {
  readonly acceptEncoding: string | undefined;
  readonly userAgent: string | undefined;
  /** Of the body, in bytes. */
  readonly size: number;
}

const CODING = /^[ \t]*([^\s;]+)[ \t]*(?:;[ \t]*[qQ]=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/;

/** RFC 9110 12.5.3; gzip's own weight wins over that of `*`, members that cannot be read are passed over. */
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

/** The client has to say it twice: in `Accept-Encoding` and by the word gzip in its `User-Agent`. */
export function mayGzip({ acceptEncoding = '', userAgent = '', size }: GzipRequest): boolean {
  return size >= SMALLEST && userAgent.toLowerCase().includes('gzip') && admitsGzip(acceptEncoding);
}
