import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useConventionsServer } from '../support/conventions-server.ts';
import { exchangeRaw } from '../support/raw.ts';
import { readVectors } from '../support/vectors.ts';

interface Vectors {
  readonly vary: string;
  readonly cases: readonly {
    readonly acceptEncoding: string | null;
    readonly userAgent: string | null;
    readonly size: number;
    readonly gzip: boolean;
  }[];
}
const { vary, cases } = readVectors<Vectors>('gzip');

const text = (size: number) => 'ab'.repeat(size).slice(0, size);

const url = useConventionsServer((instance) => {
  instance.get('/sized', async ({ query }, reply) =>
    reply.type('application/json').send(text(Number((query as { size: string }).size))),
  );
});

async function get(
  method: string,
  { acceptEncoding, userAgent, size }: Omit<Vectors['cases'][number], 'gzip'>,
) {
  const { pathname, host } = new URL(url());
  return exchangeRaw(url(), [
    `${method} ${pathname}/sized?size=${size} HTTP/1.1`,
    `host: ${host}`,
    ...(acceptEncoding === null ? [] : [`accept-encoding: ${acceptEncoding}`]),
    ...(userAgent === null ? [] : [`user-agent: ${userAgent}`]),
  ]);
}

describe('Test vectors of compression', () => {
  it.each(cases)(
    'answers of $size bytes for Accept-Encoding $acceptEncoding and User-Agent $userAgent are compressed: $gzip',
    async ({ gzip, ...wanted }) => {
      const { headers, body } = await get('GET', wanted);
      expect(headers.get('vary')).toBe(vary);
      expect(headers.get('content-encoding')).toBe(gzip ? 'gzip' : undefined);
      expect(headers.get('content-length')).toBe(String(body.length));
      expect((gzip ? gunzipSync(body) : body).toString()).toBe(text(wanted.size));
    },
  );

  it('HEAD has the headers of GET and no body', async () => {
    const wanted = { acceptEncoding: 'gzip', userAgent: 'x (gzip)', size: 4096 };
    const [get1, head] = [await get('GET', wanted), await get('HEAD', wanted)];
    const besideDate = (headers: ReadonlyMap<string, string>) =>
      [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
    expect(besideDate(head.headers).toSorted()).toEqual(besideDate(get1.headers).toSorted());
    expect(head.body.length).toBe(0);
  });
});
