import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { certificateInHeader } from '../../../src/http/issuer/callers/certificate.ts';
import { type Identity, newIdentity } from '../../support/tls.ts';
import { body, expectDenied, expectServed, OPERATION, startScene, useScene } from './support.ts';

/** Every address of 127.0.0.0/8 is this machine. */
const PROXY = '127.0.0.9';

describe('U1: behind a proxy that ends mutual TLS (RFC 9440)', () => {
  let caller: Identity;
  let stranger: Identity;
  const scene = useScene(async () => {
    caller = await newIdentity();
    stranger = await newIdentity();
    return startScene(() => ({
      'issuer.callers.pins': [caller.pin],
      'issuer.callers.proxies': ['127.0.0.8/31', '2001:db8::/32'],
    }));
  });
  const passedOn = (value: string | string[], localAddress = PROXY, identity?: Identity) =>
    scene().call({ headers: { 'client-cert': value }, localAddress, ...(identity && { identity }) });

  it('the certificate that the proxy passes on is checked against the same pinned certificates', async () => {
    expectServed(await passedOn(caller.header));
    expectDenied(await passedOn(stranger.header), /not among those that are pinned/);
  });

  it('the header Client-Cert is refused from any address other than the proxy', async () => {
    for (const address of ['127.0.0.1', '127.0.0.7', '127.0.0.10'])
      expectDenied(await passedOn(caller.header, address), /from configured proxies only/);
  });

  it('a caller without a certificate is refused, even if the proxy has one', async () => {
    expectDenied(await scene().call({ localAddress: PROXY }), /no client certificate/);
    expectDenied(await scene().call({ localAddress: PROXY, identity: caller }), /no client certificate/);
    expectDenied(await passedOn(stranger.header, PROXY, caller), /not among those that are pinned/);
  });

  it('mutual TLS without the proxy is still accepted', async () => {
    expectServed(await scene().call({ identity: caller, localAddress: '127.0.0.1' }));
  });

  it('a Client-Cert header that is repeated or contains no certificate is refused', async () => {
    const twice = [caller.header, caller.header];
    expectDenied(await passedOn(twice), /not one byte sequence/);
    expectDenied(await passedOn(':AAAA:'), /cannot be read/);
  });

  it("a client's Client-Cert-Chain, X-Forwarded-For and Forwarded are ignored", async () => {
    const headers = {
      'client-cert-chain': caller.header,
      'x-forwarded-for': PROXY,
      forwarded: `for=${PROXY}`,
    };
    expectDenied(await scene().call({ headers }), /no client certificate/);
  });
});

describe('U1: a header that is hidden in the bytes of a request', () => {
  let caller: Identity;
  const scene = useScene(async () => {
    caller = await newIdentity();
    return startScene(() => ({ 'issuer.callers.pins': [caller.pin], 'issuer.callers.proxies': [PROXY] }));
  });

  /** Sends bytes from a local address, and resolves to all bytes of the answer. */
  const exchange = (bytes: string, localAddress: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname: host, port } = new URL(scene().serving.server.issuerUrl);
      let text = '';
      const options = { host, port: Number(port), localAddress, rejectUnauthorized: false };
      const socket = connect(options, () => socket.write(bytes));
      socket
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
        })
        .on('error', reject)
        .on('close', () => resolve(text));
    });

  const sent = (headers: readonly string[], rest = `content-length: ${body().length}\r\n\r\n${body()}`) => {
    const own = ['host: x', 'connection: close', 'content-type: application/json', ...headers];
    return [`POST ${OPERATION} HTTP/1.1`, ...own, rest].join('\r\n');
  };
  const chunked = (trailer: string) =>
    `transfer-encoding: chunked\r\n\r\n${body().length.toString(16)}\r\n${body()}\r\n0\r\n${trailer}\r\n\r\n`;

  it.each<readonly [string, () => string, string, RegExp]>([
    [
      'capitals',
      () => sent([`CLIENT-CERT: ${caller.header}`]),
      '127.0.0.1',
      /^HTTP\/1.1 403 .*configured proxies/s,
    ],
    [
      'an empty one before',
      () => sent(['client-cert:', `client-cert: ${caller.header}`]),
      '127.0.0.1',
      /^HTTP\/1.1 403 .*configured proxies/s,
    ],
    [
      'a space before the colon',
      () => sent([`client-cert : ${caller.header}`]),
      '127.0.0.1',
      /^HTTP\/1.1 400 /,
    ],
    [
      'a folded line',
      () => sent([`x: y\r\n client-cert: ${caller.header}`]),
      '127.0.0.1',
      /^HTTP\/1.1 40[03] /,
    ],
    [
      'a bare line feed',
      () => sent([`x: y\nclient-cert: ${caller.header}`]),
      '127.0.0.1',
      /^HTTP\/1.1 40[03] /,
    ],
    [
      'a trailer',
      () => sent([], chunked(`client-cert: ${caller.header}`)),
      '127.0.0.1',
      /^HTTP\/1.1 403 .*no client certificate/s,
    ],
    [
      'a trailer through the proxy',
      () => sent([], chunked(`client-cert: ${caller.header}`)),
      PROXY,
      /^HTTP\/1.1 403 .*no client certificate/s,
    ],
    [
      'another one before that of the proxy',
      () => sent(['client-cert: :AAAA:', `client-cert: ${caller.header}`]),
      PROXY,
      /^HTTP\/1.1 403 .*not one byte sequence/s,
    ],
    [
      'an underscore through the proxy',
      () => sent([`client_cert: ${caller.header}`]),
      PROXY,
      /^HTTP\/1.1 403 .*no client certificate/s,
    ],
    [
      'two lengths',
      () => sent([`client-cert: ${caller.header}`, 'transfer-encoding: chunked']),
      PROXY,
      /^HTTP\/1.1 400 /,
    ],
  ])('a hidden header of the proxy does not admit the caller: %s', async (_, bytes, from, answer) => {
    expect(await exchange(bytes(), from)).toMatch(answer);
  });

  it('the same bytes with only the header of the proxy are accepted', async () => {
    expect(await exchange(sent([`client-cert: ${caller.header}`]), PROXY)).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('RFC 9440 2.2: Client-Cert is one byte sequence (RFC 8941 3.3.5)', () => {
  it('the header Client-Cert contains base64 between colons', () => {
    expect(certificateInHeader(':AQIDBA==:')).toEqual(Buffer.from([1, 2, 3, 4]));
  });

  it.each([
    '',
    '::',
    'AQIDBA==',
    ':AQIDBA==',
    'AQIDBA==:',
    ':AQIDBA:',
    ':AQIDBB==:',
    ':AQIDBA===:',
    ':AQ ID:',
    ':AQID-_:',
    ' :AQID:',
    ':AQID:;a=1',
    ':AQID:, :AQID:',
    '"AQID"',
    `:${'AQID'.repeat(10_000)}:`,
  ])('the header Client-Cert is refused: %s', (value) => {
    expect(certificateInHeader(value)).toBeUndefined();
  });
});
