import fc from 'fast-check';
import { METHOD_NAMES } from '../../../../src/mediation/contract/index.ts';
import { mutated, mutations } from '../mutations.ts';
import type { FuzzRequest } from '../request.ts';
import { bodyOfMethod, mediationRequest } from './mediation.ts';

export const batchOf = (body: string | Buffer, name = 'batch'): FuzzRequest => ({
  listener: 'panels',
  name,
  method: 'POST',
  path: '/batch',
  headers: [['Content-Type', 'multipart/mixed; boundary=b']],
  body,
});

/** A part of a batch that contains a request. */
export const partOf = (inner: string, headers = 'Content-Type: application/http\r\n') =>
  `--b\r\n${headers}\r\n${inner}\r\n`;

const HEADERS = [
  '',
  'Content-Type: application/http\r\n',
  'Content-Type: application/http\r\nContent-ID: <1>\r\n',
  'Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n',
  'content-type:application/http\n',
  'Content-Type: text/plain\r\n',
  'Content-ID\r\n',
];

/** Texts that are repeated until they fill a part, because they are expensive to read. */
const FILLERS = [
  'a:b\r\n',
  ' ',
  '\t',
  '\r\n',
  '\n',
  '\r',
  'x',
  '\0',
  '--b',
  '--b\r\n',
  '--b--',
  ':',
  ' a\r\n',
  '\u00ff',
];

const filler = fc
  .tuple(fc.constantFrom(...FILLERS), fc.nat(60_000))
  .map(([unit, bytes]) => unit.repeat(bytes / unit.length));

const part = fc
  .tuple(
    fc.constantFrom(...HEADERS),
    fc.constantFrom(...METHOD_NAMES),
    mutations,
    fc.option(filler, { freq: 6, nil: '' }),
    fc.option(filler, { freq: 6, nil: '' }),
  )
  .map(([headers, name, changes, outer, inner]) => {
    const { method, path, body = '' } = mediationRequest(name, mutated(bodyOfMethod(name), changes));
    return partOf(
      `${method} ${path} HTTP/1.1\r\nContent-Type: application/json\r\n${inner}\r\n${body}`,
      headers + outer,
    );
  });

export const batchRequests = (): fc.Arbitrary<FuzzRequest> =>
  fc
    .tuple(
      fc.array(part, { maxLength: 4 }),
      fc.constantFrom(1, 1, 1, 1, 20),
      fc.constantFrom('--b--', '--b--\r\n', '--b', ''),
    )
    .map(([parts, times, end]) => batchOf(`${parts.join('').repeat(times)}${end}`));
