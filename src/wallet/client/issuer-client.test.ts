import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../issuer/contract/index.ts';
import { type Exchange, ExchangeError, IssuerRefusal, issuerClient, type TransportAnswer } from './index.ts';

const REQUEST_ID = 'request-1';

/** A client of an issuer that always gives this answer. */
function clientOf(status: number, body: unknown, sent: { url: string; body: string }[] = []) {
  return issuerClient({
    baseUrl: 'https://issuer.example/',
    issuerId: 'Issuer',
    newRequestId: () => REQUEST_ID,
    transport: async (url, text): Promise<TransportAnswer> => {
      sent.push({ url, body: text });
      return { status, headers: {}, text: typeof body === 'string' ? body : JSON.stringify(body) };
    },
  });
}

const GOOD = { responseMetadata: { requestId: REQUEST_ID }, clientMessage: 'hello' };
const ERROR = {
  responseMetadata: { requestId: REQUEST_ID },
  errorDescription: 'the device is not registered',
  issuerErrorIdentifier: 'error-1',
  invalidState: {},
};

describe('A client of the issuer interface', () => {
  it('the client has a method for every operation of the contract', () => {
    expect(Object.keys(clientOf(200, GOOD))).toEqual(OPERATION_NAMES);
  });

  it('the client posts a request with its metadata, and returns the answer without metadata', async () => {
    const sent: { url: string; body: string }[] = [];
    const answer = await clientOf(200, GOOD, sent).healthCheck({ clientMessage: 'hello' });
    expect(answer).toEqual({ clientMessage: 'hello' });
    expect(sent[0]?.url).toBe('https://issuer.example/v1/vdc/healthCheck');
    expect(JSON.parse(sent[0]!.body)).toEqual({
      requestMetadata: { requestId: REQUEST_ID, version: { major: 1, minor: 0 }, issuerId: 'Issuer' },
      clientMessage: 'hello',
    });
  });

  it('the client sends an empty object where the interface declares no fields', async () => {
    const sent: { url: string; body: string }[] = [];
    await clientOf(200, { issuerEncryptionCertificate: 'AAAA' }, sent).getHybridEncryptionKey({});
    expect(sent[0]?.body).toBe('{}');
  });

  it('the client throws a refusal with its reason, status and identifiers', async () => {
    const refusal = await clientOf(400, ERROR)
      .healthCheck({})
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(IssuerRefusal);
    expect(refusal).toMatchObject({
      operation: 'healthCheck',
      status: 400,
      reason: 'invalidState',
      errorDescription: 'the device is not registered',
      issuerErrorIdentifier: 'error-1',
      requestId: REQUEST_ID,
    });
  });

  it('the client throws a refusal without a reason for an internal failure', async () => {
    const { invalidState: _, ...internal } = ERROR;
    const refusal = await clientOf(500, internal)
      .healthCheck({})
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'IssuerRefusal', status: 500, reason: undefined });
  });

  it('the client accepts an error for a request that could not be read', async () => {
    const unread = { ...ERROR, responseMetadata: { requestId: '' } };
    await expect(clientOf(400, unread).healthCheck({})).rejects.toMatchObject({ reason: 'invalidState' });
  });

  it.each([
    ['requestIdMismatch', 200, { ...GOOD, responseMetadata: { requestId: 'another' } }],
    ['requestIdMismatch', 200, { ...GOOD, responseMetadata: { requestId: '' } }],
    ['requestIdMismatch', 400, { ...ERROR, responseMetadata: { requestId: 'another' } }],
    ['malformedAnswer', 200, { clientMessage: 'hello' }],
    ['malformedAnswer', 200, { ...GOOD, clientMessage: 7 }],
    ['malformedAnswer', 200, 'no JSON'],
    ['malformedAnswer', 200, 'null'],
    ['unexpectedStatus', 502, '<html>Bad Gateway</html>'],
    ['unexpectedStatus', 404, { message: 'not found' }],
    ['unexpectedStatus', 302, ''],
    ['unexpectedStatus', 204, ''],
  ])('the client refuses an answer with the code %s: status %i, %j', async (code, status, body) => {
    const error = await clientOf(status, body)
      .healthCheck({})
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ExchangeError);
    expect(error).toMatchObject({ code });
  });

  it('the client reports each request and its answer, also if there was no answer', async () => {
    const exchanges: Exchange[] = [];
    const options = { baseUrl: 'https://issuer.example', issuerId: 'Issuer', newRequestId: () => REQUEST_ID };
    const onExchange = (exchange: Exchange) => exchanges.push(exchange);
    const answer = { status: 200, headers: {}, text: JSON.stringify(GOOD) };
    await issuerClient({ ...options, onExchange, transport: async () => answer }).healthCheck({});
    const transport = () => Promise.reject(new ExchangeError('timeout', 'no answer'));
    await expect(issuerClient({ ...options, onExchange, transport }).healthCheck({})).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(exchanges.map((exchange) => exchange.answer)).toEqual([answer, undefined]);
    expect(exchanges[0]?.url).toBe('https://issuer.example/v1/vdc/healthCheck');
  });
});
